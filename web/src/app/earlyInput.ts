/** Repeats what a visitor did on a page of the server before the client had taken it over. */
import { isTakenOver } from "./takenOver";

/** What a control held: the client resets checkboxes and lists of options when it takes them over. */
export interface HeldInput {
  value?: string;
  checked?: boolean;
  /** A form was sent, or Enter pressed, and React has not seen it. */
  isHeld?: boolean;
  /** Enter was pressed in a field without a form. */
  isEntered?: boolean | undefined;
  /** React took the control over when this happened. It has then seen it, but not always a change. */
  isSeen?: boolean;
  /** It is not known yet whether React has seen it: the event is still on its way. */
  isPending?: boolean;
  /** Presses that React has not seen. */
  presses?: MouseEvent[] | undefined;
}

/** Controls that were used before the client had taken them over. */
export type EarlyInput = Map<HTMLElement, HeldInput>;

/** Milliseconds that a part of the page may take to be loaded. */
const PATIENCE = 60_000;
/** Milliseconds after which a control that is no longer in the page is given up. */
const PATIENCE_FOR_GONE = 10_000;

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

function repeatChecking(box: HTMLInputElement, checked: boolean, isSeen: boolean): void {
  if (checked === (isSeen ? box.checked : box.defaultChecked)) return;
  box.checked = !checked;
  box.click();
}

/** Each press sees what the one before it has changed. */
async function repeatPresses(control: HTMLElement, presses: HeldInput["presses"]): Promise<void> {
  for (const { detail } of presses ?? []) {
    control.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail }));
    await Promise.resolve();
  }
}

/** Repeats the input of a control, which then held these. */
async function repeat(
  control: HTMLElement,
  { value = "", checked = false, isSeen = false, isEntered = false, presses }: HeldInput,
): Promise<void> {
  if (control instanceof HTMLTextAreaElement) repeatTyping(control, value);
  else if (control instanceof HTMLInputElement) {
    const isBox = control.type === "checkbox" || control.type === "radio";
    if (isBox) repeatChecking(control, checked, isSeen);
    else repeatTyping(control, value);
    if (isEntered)
      control.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  } else if (control instanceof HTMLSelectElement) {
    // React has handled a change that it saw unless it reset the field first.
    if (isSeen && control.value === value) return;
    control.value = value;
    control.dispatchEvent(new Event("change", { bubbles: true }));
  } else if (control instanceof HTMLFormElement) {
    if (!isSeen) control.requestSubmit();
  } else await repeatPresses(control, presses);
}

/** What a visitor tells a control by. */
function looksOf(control: HTMLElement): string {
  const label = control.getAttribute("aria-label") ?? control.closest("label")?.textContent;
  const own = [control.getAttribute("name"), control.className, control.textContent];
  return [control.tagName, label, ...own].join("\n");
}

/** The control with the same looks, if React has drawn its part again, and there is only one. */
function successorOf(looks: string): HTMLElement | undefined {
  const all = document.querySelectorAll<HTMLElement>(
    "#app :is(button, input, textarea, select, form)",
  );
  const similar = [...all].filter((one) => looksOf(one) === looks);
  return similar.length === 1 ? similar[0] : undefined;
}

function animationFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Resolves once the client has taken a control, or its successor, over; to undefined if it is gone. */
async function takenOver(control: HTMLElement): Promise<HTMLElement | undefined> {
  const looks = looksOf(control);
  const start = performance.now();
  for (;;) {
    const current = control.isConnected ? control : successorOf(looks);
    if (current && isTakenOver(current)) return current;
    if (performance.now() > start + (current ? PATIENCE : PATIENCE_FOR_GONE)) return current;
    await animationFrame();
  }
}

/** Repeats what was done with these controls, in its order, once the client has taken each of them over, and removes it. */
export async function repeatInput(controls: EarlyInput): Promise<void> {
  for (const control of controls.keys()) {
    const current = await takenOver(control);
    while (controls.get(control)?.isPending) await animationFrame();
    const held = controls.get(control);
    // Another call has repeated it meanwhile.
    if (!held) continue;
    controls.delete(control);
    delete control.dataset["waiting"];
    if (current) await repeat(current, held);
  }
}
