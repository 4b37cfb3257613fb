/** Marks a page that is not shown, but stays in the document behind the one that was opened from it. */
export const BEHIND = "data-behind";

export function isBehind(element: Element): boolean {
  return element.closest(`[${BEHIND}]`) !== null;
}
