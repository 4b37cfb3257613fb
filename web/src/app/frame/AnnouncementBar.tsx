import { useState } from "react";
import { Link } from "react-router";
import { t } from "@/messages/t";
import { read, write } from "@/storage/browserStorage";
import { DISMISSED_ANNOUNCEMENT } from "@/storage/keys";
import { useFrame } from "@/state/frame";
import { Icon } from "@/ui/Icon/Icon";
import styles from "./AnnouncementBar.module.css";

/** The operator's announcement above the header, until the shopper closes it. */
export function AnnouncementBar() {
  const announcement = useFrame((frame) => frame.announcement);
  const [closed, setClosed] = useState(() => read(DISMISSED_ANNOUNCEMENT));
  if (!announcement) return null;
  const { id, text, link, colours, dismissible } = announcement;
  if (dismissible && closed === id) return null;
  const close = () => {
    write(DISMISSED_ANNOUNCEMENT, id);
    setClosed(id);
  };
  return (
    <section className={styles["bar"]} data-colours={colours} aria-label={t("frame.announcement")}>
      <p>{link ? <Link to={link}>{text}</Link> : text}</p>
      {dismissible && (
        <button
          type="button"
          className="needs-script"
          aria-label={t("frame.closeAnnouncement")}
          onClick={close}
        >
          <Icon name="close" />
        </button>
      )}
    </section>
  );
}
