import { type ReactNode, useEffect, useRef, useState } from "react";
import { t } from "@/messages/t";
import { Icon } from "../Icon/Icon";
import styles from "./Carousel.module.css";

interface Props {
  /** Names the row to screen readers. */
  label: string;
  children: ReactNode;
}

/** A row that swipes; with a mouse, arrows turn it by what is in view. */
export function Carousel({ label, children }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const [ends, setEnds] = useState({ start: true, end: true });
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      setEnds({ start: scrollLeft < 8, end: scrollLeft + clientWidth > scrollWidth - 8 });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, []);
  const turn = (direction: 1 | -1) => {
    const element = row.current;
    element?.scrollBy({ left: direction * element.clientWidth * 0.9, behavior: "smooth" });
  };
  return (
    <div className={styles["carousel"]}>
      <div ref={row} className={styles["row"]} role="group" aria-label={label} tabIndex={0}>
        {children}
      </div>
      {!ends.start && (
        <button
          type="button"
          className={styles["arrow"]}
          data-side="start"
          aria-label={t("action.previous")}
          onClick={() => turn(-1)}
        >
          <Icon name="left" />
        </button>
      )}
      {!ends.end && (
        <button
          type="button"
          className={styles["arrow"]}
          data-side="end"
          aria-label={t("action.next")}
          onClick={() => turn(1)}
        >
          <Icon name="right" />
        </button>
      )}
    </div>
  );
}
