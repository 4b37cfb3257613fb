/** Quick add from a product card as one chunk, loaded at the first click. */
export { addOne } from "./changes";
export { QuickAddSheet } from "./QuickAddSheet";
