import { nextFrame } from "../lazy/nextFrame";

/** What needs the page behind to be inert. */
const INPUTS = ["keydown", "pointerdown"] as const;

/**
 * Opens a dialog as a modal one. To make a page inert, browsers compute the styles of all its elements: a dialog
 * that is `shownFirst` becomes modal after its first frame, or before the next input. Returns a function that
 * leaves it as it is.
 */
export function openModal(dialog: HTMLDialogElement, shownFirst: boolean): () => void {
  // The page was left before the dialog came.
  if (!dialog.isConnected) {
    dialog.dispatchEvent(new Event("close"));
    return () => undefined;
  }
  const inputs = new AbortController();
  const makeModal = () => {
    if (inputs.signal.aborted || (shownFirst && !dialog.open)) return;
    inputs.abort();
    dialog.open = false;
    dialog.showModal();
  };
  if (shownFirst) {
    dialog.open = true;
    const options = { capture: true, signal: inputs.signal };
    for (const input of INPUTS) window.addEventListener(input, makeModal, options);
    void nextFrame().then(makeModal);
  } else makeModal();
  return () => inputs.abort();
}
