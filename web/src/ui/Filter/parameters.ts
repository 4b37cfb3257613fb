/** URL parameter of a condition that all results meet; repeated for each condition. */
export const ALL_OF = "filter";
/** URL parameter of a condition; results meet at least one of them. */
export const ANY_OF = "anyFilter";

/** The conditions in the URL, by parameter. */
export type WrittenConditions = Readonly<Partial<Record<string, readonly string[]>>>;
