import { type ReactNode, useEffect, useRef, useState } from "react";
import { t } from "@/messages/t";
import { Icon } from "../Icon/Icon";
import styles from "./Carousel.module.css";

interface Props {
  /** Accessible name. */
  label: string;
  children: ReactNode;
}

/** A row that scrolls sideways. Its arrow buttons scroll by 90 % of the visible width. */
export function Carousel({ label, children }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const [isAt, setIsAt] = useState({ start: true, end: true });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const updateEnds = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      setIsAt({ start: scrollLeft < 8, end: scrollLeft + clientWidth > scrollWidth - 8 });
    };
    const observer = new ResizeObserver(updateEnds);
    observer.observe(element);
    element.addEventListener("scroll", updateEnds, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", updateEnds);
    };
  }, []);
  const scroll = (direction: 1 | -1) => {
    const element = scroller.current;
    element?.scrollBy({ left: direction * element.clientWidth * 0.9, behavior: "smooth" });
  };
  return (
    <div className={styles["carousel"]}>
      <div ref={scroller} className={styles["row"]} role="group" aria-label={label} tabIndex={0}>
        {children}
      </div>
      {!isAt.start && (
        <button
          type="button"
          className={styles["arrow"]}
          data-side="start"
          aria-label={t("action.previous")}
          onClick={() => scroll(-1)}
        >
          <Icon name="left" />
        </button>
      )}
      {!isAt.end && (
        <button
          type="button"
          className={styles["arrow"]}
          data-side="end"
          aria-label={t("action.next")}
          onClick={() => scroll(1)}
        >
          <Icon name="right" />
        </button>
      )}
    </div>
  );
}
