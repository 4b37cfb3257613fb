import { render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startFocusKeeper } from "./focus";

function Page({ loading = false, done = false }: { loading?: boolean; done?: boolean }) {
  return (
    <main id="content" tabIndex={-1}>
      {done ? null : (
        <button type="button" disabled={loading}>
          {"Confirm"}
        </button>
      )}
    </main>
  );
}

let stop: () => void;
beforeEach(() => {
  stop = startFocusKeeper();
});
afterEach(() => stop());

it("gives the focus back to a button that was disabled while a request ran", async () => {
  const { rerender } = render(<Page />);
  const button = screen.getByRole("button");
  button.focus();
  rerender(<Page loading />);
  // Browsers take the focus from a disabled control; jsdom does not.
  (document.activeElement as HTMLElement).blur();
  expect(document.body).toHaveFocus();
  rerender(<Page />);
  await waitFor(() => expect(button).toHaveFocus());
});

it("moves the focus to the page if the focused control is removed", async () => {
  const { rerender } = render(<Page />);
  screen.getByRole("button").focus();
  rerender(<Page done />);
  await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
});
