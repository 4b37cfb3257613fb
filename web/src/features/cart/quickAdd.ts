/** What "Add to cart" on a card does; fetched at its first press. */
export { addOne } from "./changes";
export { QuickAddSheet } from "./QuickAddSheet";
