/**
 * Returns what looks alike with forced colours, where backgrounds and shadows are gone: chosen
 * controls without an outline, layers over the page without an edge, swatches without their colour,
 * ratings whose stars are all filled.
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
  const lookOf = (element: Element | null) => {
    const { color = "", opacity = "" } = element ? getComputedStyle(element) : {};
    return `${color} ${opacity}`;
  };
  const named = (element: Element) =>
    `${element.tagName.toLowerCase()} “${(element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40)}”`;
  const chosen =
    "[aria-pressed=true], [aria-selected=true], [aria-current]:is(a, button):not([aria-current=false]), label:has(> input:checked)";
  const layers =
    "button, dialog, [popover], [role=search], :has(> [role=listbox]), [role=status] > [data-kind]";
  return [
    ...seen(chosen)
      .filter((element) => !hasEdge(element))
      .map((element) => `${named(element)} does not look chosen`),
    ...seen(layers)
      .filter((element) => !hasEdge(element))
      .map((element) => `${named(element)} has no edge`),
    ...seen("i[style*=background]")
      .filter((element) => getComputedStyle(element).forcedColorAdjust !== "none")
      .map((element) => `a swatch loses its colour in ${named(element.parentElement ?? element)}`),
    ...seen("[role=img] > [aria-hidden] + [aria-hidden], [data-filled] + label:not([data-filled])")
      .filter((element) => lookOf(element) === lookOf(element.previousElementSibling))
      .map((element) => `all stars look filled in ${named(element.parentElement ?? element)}`),
  ];
}
