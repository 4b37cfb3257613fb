import type { Facet } from "@/api/types";
import styles from "./Facets.module.css";

interface Props {
  colour: Facet["values"][number]["swatch"];
}

/** The colour of a value, if it has one. Its label says the same. */
export function FacetSwatch({ colour }: Props) {
  return colour ? <i className={styles["swatch"]} style={{ background: colour }} /> : null;
}
