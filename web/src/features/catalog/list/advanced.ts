/** All of the advanced filter of product lists, so that it is fetched in one piece when it is used. */
export { ConditionChips, ProductFilter } from "./ProductFilter";
export { searchProducts } from "./searchProducts";
