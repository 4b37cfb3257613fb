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
    element?.scrollBy({ left: direction * element.clientWidth * 0.9 });
  };
  return (
    <div className={styles["carousel"]}>
      <div ref={scroller} className={styles["row"]} role="group" aria-label={label} tabIndex={0}>
        {children}
      </div>
      <Arrow side="start" isAtEnd={isAt.start} onClick={() => scroll(-1)} />
      <Arrow side="end" isAtEnd={isAt.end} onClick={() => scroll(1)} />
    </div>
  );
}

interface ArrowProps {
  side: "start" | "end";
  /** Whether the row cannot scroll further to this side. */
  isAtEnd: boolean;
  onClick: () => void;
}

/** A button that scrolls. It disappears at the end of the row, but not while it has the focus. */
function Arrow({ side, isAtEnd, onClick }: ArrowProps) {
  const [isFocused, setIsFocused] = useState(false);
  if (isAtEnd && !isFocused) return null;
  return (
    <button
      type="button"
      className={styles["arrow"]}
      data-side={side}
      aria-label={t(side === "start" ? "action.previous" : "action.next")}
      aria-disabled={isAtEnd}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
      onClick={onClick}
    >
      <Icon name={side === "start" ? "left" : "right"} />
    </button>
  );
}
