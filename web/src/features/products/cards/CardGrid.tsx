import type { ReactNode } from "react";
import styles from "./CardGrid.module.css";

/** Lays out cards in two columns on a phone and in `columns` on a wide screen. */
export function CardGrid({ columns = 4, children }: { columns?: 3 | 4; children: ReactNode }) {
  return (
    <div className={styles["grid"]} data-columns={columns}>
      {children}
    </div>
  );
}

/** The `sizes` attribute of a card's picture, by number of columns. */
export const CARD_SIZES = {
  3: "(max-width: 760px) 46vw, (max-width: 1440px) 25vw, 360px",
  4: "(max-width: 760px) 46vw, (max-width: 1440px) 24vw, 340px",
} as const;
