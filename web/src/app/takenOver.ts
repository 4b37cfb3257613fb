/**
 * Whether React listens to a control. It marks the elements that it takes over, but those of the first page
 * some time before it listens to them. Parts that are loaded later are taken over later.
 */
export function isTakenOver(control: HTMLElement): boolean {
  const isStarted = document.documentElement.dataset["started"] !== undefined;
  return isStarted && Object.keys(control).some((key) => key.startsWith("__react"));
}
