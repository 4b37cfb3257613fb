import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Only ends a search for what never appears.
configure({ asyncUtilTimeout: 10_000 });

// jsdom has the element but not its methods. Modality itself is tested in the journeys.
if (typeof HTMLDialogElement !== "undefined") {
  const dialog = HTMLDialogElement.prototype;
  Object.assign(dialog, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      if (this.contains(document.activeElement)) (document.activeElement as HTMLElement).blur();
      this.dispatchEvent(new Event("close"));
    },
  });
}

// jsdom has no layout, so there is nothing to scroll.
if (typeof Element !== "undefined") Element.prototype.scrollIntoView = () => undefined;

afterEach(() => {
  cleanup();
  if (typeof window !== "undefined") window.localStorage.clear();
});
