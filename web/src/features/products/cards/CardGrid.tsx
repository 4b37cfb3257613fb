import type { ReactNode, Ref } from "react";
import styles from "./CardGrid.module.css";

interface Props {
  ref?: Ref<HTMLDivElement>;
  columns?: 3 | 4;
  children: ReactNode;
}

/**
 * Lays out cards in two columns on a phone and in `columns` on a wide screen. 3 leaves room for a column
 * beside the grid; a very wide screen has room for a fourth card all the same.
 */
export function CardGrid({ ref, columns = 4, children }: Props) {
  return (
    <div ref={ref} className={styles["grid"]} data-columns={columns}>
      {children}
    </div>
  );
}

/** Two columns. Phones use the width that saves most: 320 pixels for a screen of 412 with 1.75 of them each. */
const NARROW = "(max-width: 480px) 44vw, (max-width: 760px) 46vw";

/** The `sizes` attribute of a card's picture, by number of columns: measured, so that none is too large. */
export const CARD_SIZES = {
  // Beside filters; a very wide screen has a fourth column.
  3: `${NARROW}, (max-width: 1020px) 31vw, (max-width: 1499px) 24vw, 258px`,
  4: `${NARROW}, (max-width: 1020px) 31vw, (max-width: 1440px) 23vw, 328px`,
  /** In a carousel, where a phone shows less than two. */
  row: "(max-width: 760px) 58vw, (max-width: 1020px) 31vw, (max-width: 1440px) 23vw, 328px",
} as const;
