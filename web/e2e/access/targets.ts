/** Size and spacing in CSS pixels (WCAG 2.2, success criterion 2.5.8). */
const SIZE = 24;

/**
 * Returns the targets on the page that are smaller than 24 × 24 px and do not come under an exception.
 *
 * - Spacing: a circle of 24 px on its middle meets no other target and no such circle of one.
 * - Inline: a link in a line of text.
 *
 * What is measured is the area that answers: an element with its labels, or what a pseudo-element adds.
 * The function runs in the browser.
 */
export function smallTargets(size: number = SIZE): string[] {
  const SELECTOR =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0'], [role=button], [role=option]";
  interface Target {
    element: Element;
    box: DOMRect;
  }
  const union = (boxes: DOMRect[]) => {
    const left = Math.min(...boxes.map((one) => one.left));
    const top = Math.min(...boxes.map((one) => one.top));
    const right = Math.max(...boxes.map((one) => one.right));
    const bottom = Math.max(...boxes.map((one) => one.bottom));
    return new DOMRect(left, top, right - left, bottom - top);
  };
  const modal = document.querySelector("dialog:modal");
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest("[inert]") === null &&
    (modal === null || modal.contains(element));
  const boxOf = (element: Element): DOMRect => {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const isChoice = element.matches("[type=checkbox], [type=radio], [type=file]");
    const boxes = [element, ...(isChoice ? labels : [])].map((one) => one.getBoundingClientRect());
    return union(boxes.filter(({ width, height }) => width > 1 && height > 1));
  };
  const targets: Target[] = [...document.querySelectorAll(SELECTOR)]
    .filter((element) => isSeen(element) && !element.matches(":disabled"))
    .map((element) => ({ element, box: boxOf(element) }))
    .filter(({ element, box }) => {
      if (!(box.width > 1 && box.height > 1)) return false;
      // Clipped until it has the focus, or for screen readers only.
      const style = getComputedStyle(element);
      return style.clipPath !== "inset(50%)" && box.bottom + scrollY > 0 && box.right > 0;
    });

  const isInline = (element: Element) => {
    if (!element.matches("a, button") || getComputedStyle(element).display !== "inline")
      return false;
    const line = element.closest("p, li, dd, td, span, div");
    const around = (line?.textContent ?? "").replace(element.textContent, "").trim();
    return /\p{L}{2}/u.test(around);
  };
  /** Whether points at the edges of the least area, on its middle, belong to the element. */
  const answers = ({ element, box }: Target) => {
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const now = boxOf(element);
    const [x, y] = [now.left + now.width / 2, now.top + now.height / 2];
    const half = size / 2 - 0.5;
    const reach = (at: number, by: number, length: number) =>
      length >= size ? [at] : [at - by, at + by];
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    return reach(x, half, box.width).every((left) =>
      reach(y, half, box.height).every((top) => {
        const hit = document.elementFromPoint(left, top);
        return hit !== null && [element, ...labels].some((one) => one.contains(hit));
      }),
    );
  };
  const centre = (box: DOMRect) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });
  const isSmall = ({ box }: Target) => box.width < size - 0.5 || box.height < size - 0.5;
  const distanceToBox = (point: { x: number; y: number }, box: DOMRect) =>
    Math.hypot(
      Math.max(box.left - point.x, 0, point.x - box.right),
      Math.max(box.top - point.y, 0, point.y - box.bottom),
    );
  const related = (one: Element, other: Element) => one.contains(other) || other.contains(one);
  const isSpaced = (target: Target) => {
    const middle = centre(target.box);
    return targets.every((other) => {
      if (other === target || related(other.element, target.element)) return true;
      if (distanceToBox(middle, other.box) < size / 2) return false;
      const there = centre(other.box);
      return !isSmall(other) || Math.hypot(middle.x - there.x, middle.y - there.y) >= size;
    });
  };
  /** Whether something lies over it, such as an open menu. */
  const isCovered = ({ element }: Target) => {
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y } = centre(boxOf(element));
    const hit = document.elementFromPoint(x, y);
    return hit !== null && !element.contains(hit) && hit.closest("label")?.control !== element;
  };
  const place = scrollY;
  const found = targets
    .filter((target) => isSmall(target) && !isInline(target.element) && !isCovered(target))
    .filter((target) => !isSpaced(target) && !answers(target))
    .map(({ element, box }) => {
      const name = (element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40);
      const what = `${element.tagName.toLowerCase()} “${name}”`;
      return `${what} is ${Math.round(box.width)} × ${Math.round(box.height)}`;
    });
  scrollTo({ top: place, behavior: "instant" });
  return [...new Set(found)];
}
