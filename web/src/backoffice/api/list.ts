/** The shapes that all lists share. */

export interface Page<Row> {
  items: Row[];
  nextCursor: string | null;
  previousCursor: string | null;
}

/** Counted up to 10,000. */
export interface Count {
  value: number;
  exact: boolean;
}
