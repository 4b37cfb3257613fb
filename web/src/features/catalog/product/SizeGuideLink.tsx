import "@/messages/later/productExtras";
import { useState } from "react";
import type { SizeGuideReference } from "@/api/types";
import { t } from "@/messages/t";
import styles from "./SizeGuideLink.module.css";
import { SizeGuideSheet } from "./SizeGuideSheet";

/** The way to the size guide beside the option that it explains. */
export function SizeGuideLink({ guide: { slug, title } }: { guide: SizeGuideReference }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles["link"]}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t("sizeGuide.link")}
      </button>
      {open && <SizeGuideSheet slug={slug} title={title} onClose={() => setOpen(false)} />}
    </>
  );
}
