/**
 * Returns what looks alike with forced colours, where backgrounds and shadows are gone: chosen
 * controls without an outline, dialogs without an edge, swatches without their colour.
 *
 * Text has the colours of the system, so its contrast is not measured. The function runs in the browser.
 */
export function lostInForcedColours(): string[] {
  const seen = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      return element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
    });
  const hasEdge = (element: Element) => {
    const style = getComputedStyle(element);
    return [
      [style.outlineStyle, style.outlineWidth],
      [style.borderBottomStyle, style.borderBottomWidth],
    ].some(([line, width = ""]) => line !== "none" && parseFloat(width) > 0);
  };
  const named = (element: Element) =>
    `${element.tagName.toLowerCase()} “${(element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40)}”`;
  const chosen =
    "[aria-pressed=true], [aria-current]:is(a, button):not([aria-current=false]), label:has(> input:checked)";
  return [
    ...seen(chosen)
      .filter((element) => !hasEdge(element))
      .map((element) => `${named(element)} does not look chosen`),
    ...seen("button, dialog, [popover]")
      .filter((element) => !hasEdge(element))
      .map((element) => `${named(element)} has no edge`),
    ...seen("i[style*=background]")
      .filter((element) => getComputedStyle(element).forcedColorAdjust !== "none")
      .map((element) => `a swatch loses its colour in ${named(element.parentElement ?? element)}`),
  ];
}
