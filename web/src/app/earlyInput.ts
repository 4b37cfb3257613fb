/** Repeats what a visitor did on a page of the server before the client had started. */

/** Controls that were used, with what they held: the client resets checkboxes when it takes them over. */
export type EarlyInput = ReadonlyMap<HTMLElement, { value?: string; checked?: boolean }>;

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
function repeatTyping(field: HTMLInputElement | HTMLTextAreaElement, noted: string): void {
  // More may have been typed since.
  const value = field.value === field.defaultValue ? noted : field.value;
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

/** Repeats the input of a control, which then held these. */
function repeat(control: HTMLElement, value: string, checked: boolean): void {
  if (control instanceof HTMLFormElement) control.requestSubmit();
  else if (control instanceof HTMLTextAreaElement) repeatTyping(control, value);
  else if (control instanceof HTMLSelectElement) {
    control.value = value;
    control.dispatchEvent(new Event("change", { bubbles: true }));
  } else if (!(control instanceof HTMLInputElement)) control.click();
  else if (control.type === "checkbox" || control.type === "radio")
    repeatChecking(control, checked);
  else repeatTyping(control, value);
}

/** Repeats what was done with these controls, in its order, once the client has taken each of them over. */
export async function repeatInput(controls: EarlyInput): Promise<void> {
  const end = performance.now() + PATIENCE;
  for (const [control, { value = "", checked = false }] of controls) {
    while (control.isConnected && !isTakenOver(control) && performance.now() < end) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    delete control.dataset["waiting"];
    if (control.isConnected) repeat(control, value, checked);
  }
}
