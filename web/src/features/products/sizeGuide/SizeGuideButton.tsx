import { useState } from "react";
import type { SizeGuideReference } from "@/api/types";
import { t } from "@/messages/t";
import styles from "./SizeGuideButton.module.css";
import { SizeGuideSheet } from "./SizeGuideSheet";

/** Opens the size guide. */
export function SizeGuideButton({ guide: { slug, title } }: { guide: SizeGuideReference }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles["button"]}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t("sizeGuide.link")}
      </button>
      {open && <SizeGuideSheet slug={slug} title={title} onClose={() => setOpen(false)} />}
    </>
  );
}
