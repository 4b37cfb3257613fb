/** Focuses the page: the keys of the page work, and Tab goes to its first control. */
export function focusPage(): void {
  document.getElementById("content")?.focus({ preventScroll: true });
}

/** Back to what opened a panel or, if that is gone, to the page. Nothing if the focus is elsewhere by now. */
export function returnFocus(opener: Element | null): void {
  const focused = document.activeElement;
  if (focused && focused !== document.body && focused.closest("[role=dialog]") === null) return;
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) {
    opener.focus();
  } else {
    focusPage();
  }
}

/**
 * Keeps the place of the keyboard. Browsers drop the focus without a word when the focused control is
 * disabled, as buttons are while a request runs, or removed. This gives it back as soon as the control is
 * enabled again, or else moves it to the page. Returns a function that stops it.
 */
export function startFocusKeeper(): () => void {
  let last: HTMLElement | null = null;
  const remember = ({ target }: FocusEvent) => {
    last = target instanceof HTMLElement ? target : null;
  };
  // A click beside all controls means to leave them.
  const forget = () => {
    last = null;
  };
  const observer = new MutationObserver(() => {
    const focused = document.activeElement;
    if (last === null || (focused !== null && focused !== document.body)) return;
    if (!last.isConnected) {
      last = null;
      focusPage();
    } else if (!last.matches(":disabled")) {
      last.focus({ preventScroll: true });
    }
  });
  document.addEventListener("focusin", remember);
  document.addEventListener("pointerdown", forget, true);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ["disabled"],
  });
  return () => {
    document.removeEventListener("focusin", remember);
    document.removeEventListener("pointerdown", forget, true);
    observer.disconnect();
  };
}
