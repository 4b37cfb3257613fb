/** Parameters of an address that hold the conditions of an advanced filter, one each. */
export const ALL_OF = "filter";
/** Used instead where meeting one of them is enough. */
export const ANY_OF = "anyFilter";

/** The conditions of an address by parameter. */
export type WrittenConditions = Readonly<Partial<Record<string, readonly string[]>>>;
