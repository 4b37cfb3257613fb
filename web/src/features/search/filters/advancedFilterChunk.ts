/** The advanced filter as one chunk, loaded when it is first used. */
export { AdvancedFilter, ConditionChips } from "./AdvancedFilter";
export { searchProducts } from "./searchProducts";
