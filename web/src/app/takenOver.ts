/**
 * Whether React listens to a control. It marks the elements that it takes over, but those of the first page
 * some time before it listens to them: first to those around the page, then to the page's own. Parts that are
 * loaded later are taken over later.
 */
export function isTakenOver(control: HTMLElement): boolean {
  const { started, frame } = document.documentElement.dataset;
  const listens = (control.closest("main") ? started : frame) !== undefined;
  return listens && Object.keys(control).some((key) => key.startsWith("__react"));
}
