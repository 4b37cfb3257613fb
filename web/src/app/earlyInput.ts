/** Repeats what a visitor did on a page of the server before the client had started. */

/** Milliseconds that a part of the page may take to be loaded. */
const PATIENCE = 10_000;

/** React marks the elements that it has taken over; parts that are loaded later are taken over later. */
function isTakenOver(control: HTMLElement): boolean {
  return Object.keys(control).some((key) => key.startsWith("__react"));
}

/**
 * Gives a field the value that was typed. React ignores events without a change, so the field first gets
 * another value, which it sees, and then the right one, which it does not.
 */
function repeatTyping(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  if (value === field.defaultValue) return;
  const prototype = Object.getPrototypeOf(field) as object;
  field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function repeatChecking(box: HTMLInputElement, checked: boolean): void {
  if (checked === box.defaultChecked) return;
  box.checked = !checked;
  box.click();
}

/** Returns what repeats the input of a control as it is now: the client may reset fields when it starts. */
function repetitionOf(control: HTMLElement): () => void {
  if (control instanceof HTMLFormElement) return () => control.requestSubmit();
  if (control instanceof HTMLTextAreaElement) {
    const { value } = control;
    return () => repeatTyping(control, value);
  }
  if (control instanceof HTMLSelectElement) {
    const { value } = control;
    return () => {
      control.value = value;
      control.dispatchEvent(new Event("change", { bubbles: true }));
    };
  }
  if (!(control instanceof HTMLInputElement)) return () => control.click();
  const { value, checked, type } = control;
  return type === "checkbox" || type === "radio"
    ? () => repeatChecking(control, checked)
    : () => repeatTyping(control, value);
}

/** Repeats what was done with these controls, in its order, once the client has taken each of them over. */
export async function repeatInput(controls: Iterable<HTMLElement>): Promise<void> {
  const end = performance.now() + PATIENCE;
  const repetitions = [...controls].map((control) => [control, repetitionOf(control)] as const);
  for (const [control, repeat] of repetitions) {
    while (control.isConnected && !isTakenOver(control) && performance.now() < end) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    delete control.dataset["waiting"];
    if (control.isConnected) repeat();
  }
}
