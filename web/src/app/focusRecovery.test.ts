import { screen } from "@testing-library/dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import "./focusRecovery";

beforeEach(() => {
  document.body.innerHTML = `
    <header><button>Menu</button></header>
    <main id="content">
      <h1>Order</h1>
      <button>Cancel</button>
      <section><h2>Returns</h2><ul><li><button>Withdraw</button></li></ul></section>
    </main>`;
});

// The next page does not come from this one.
afterEach(async () => {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await frames();
});

function button(name: string): HTMLElement {
  return screen.getByRole("button", { name });
}

function heading(name: string): HTMLElement {
  return screen.getByRole("heading", { name });
}

/** Resolves once the focus would have moved. */
async function frames(): Promise<void> {
  for (let count = 0; count < 4; count += 1) await new Promise(requestAnimationFrame);
}

it("moves to the heading of the page when the focused button is removed", async () => {
  button("Cancel").focus();
  button("Cancel").remove();
  await vi.waitFor(() => expect(heading("Order")).toHaveFocus());
});

it("moves to the heading of the part that is left", async () => {
  button("Withdraw").focus();
  button("Withdraw").closest("ul")?.remove();
  await vi.waitFor(() => expect(heading("Returns")).toHaveFocus());
});

it("waits for the heading of another page", async () => {
  button("Cancel").focus();
  const page = screen.getByRole("main");
  page.innerHTML = "<p>Loading</p>";
  await frames();
  expect(document.body).toHaveFocus();
  page.innerHTML = "<h1>Ticket</h1>";
  await vi.waitFor(() => expect(heading("Ticket")).toHaveFocus());
});

it("leaves the focus where the page puts it", async () => {
  button("Cancel").focus();
  button("Cancel").remove();
  button("Withdraw").focus();
  await frames();
  expect(button("Withdraw")).toHaveFocus();
});

it("does nothing after the shopper has left the button", async () => {
  const cancel = button("Cancel");
  cancel.focus();
  cancel.blur();
  await frames();
  cancel.remove();
  await frames();
  expect(document.body).toHaveFocus();
});

it("does nothing for the frame around the page", async () => {
  button("Menu").focus();
  button("Menu").remove();
  await frames();
  expect(document.body).toHaveFocus();
});
