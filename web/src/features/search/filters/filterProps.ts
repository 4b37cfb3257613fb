import type { Facet } from "@/api/types";
import type { ListParameters } from "../list/listParameters";

/** Props of the components that show or change a list's filters. */
export interface FilterProps {
  list: ListParameters;
  facets: readonly Facet[];
  /** ISO code; prices in filters are typed and shown in it. */
  currency: string;
  onChange: (list: ListParameters) => void;
  /** The address of the list with other parameters, for visitors without scripts. */
  linkTo: (list: ListParameters) => string;
}
