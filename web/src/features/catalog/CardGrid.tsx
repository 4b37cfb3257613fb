import type { ReactNode } from "react";
import styles from "./CardGrid.module.css";

/** Cards side by side: two on a phone, more where there is room. */
export function CardGrid({ columns = 4, children }: { columns?: 3 | 4; children: ReactNode }) {
  return (
    <div className={styles["grid"]} data-columns={columns}>
      {children}
    </div>
  );
}

/** What a card's picture takes of the window, for the browser to choose a rendition. */
export const CARD_SIZES = {
  3: "(max-width: 760px) 46vw, (max-width: 1440px) 25vw, 360px",
  4: "(max-width: 760px) 46vw, (max-width: 1440px) 24vw, 340px",
} as const;
