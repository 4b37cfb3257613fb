import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { setSingleKeysEnabled, useKeys } from "./keys";
import { renderPage } from "./testing";

const go = vi.fn();
const move = vi.fn();
const save = vi.fn();
const clear = vi.fn();

function Page() {
  useKeys("Page", [
    { keys: "g o", label: "Orders", run: go },
    { keys: "j", label: "Down", run: move },
    { keys: "mod+s", label: "Save", run: save },
    { keys: "Escape", label: "Clear", run: clear },
  ]);
  return (
    <>
      <input aria-label="Field" />
      <button type="button">{"Button"}</button>
      <div role="dialog" aria-label="Filter">
        <button type="button">{"In a popover"}</button>
      </div>
    </>
  );
}

beforeEach(() => {
  vi.clearAllMocks();
  setSingleKeysEnabled(true);
  renderPage(<Page />);
});

it("runs single keys and sequences", async () => {
  await userEvent.keyboard("jgo");
  expect(move).toHaveBeenCalledOnce();
  expect(go).toHaveBeenCalledOnce();
  await userEvent.keyboard("o");
  expect(go).toHaveBeenCalledOnce();
});

it("leaves keys alone while a field has focus, except with a modifier", async () => {
  await userEvent.type(screen.getByLabelText("Field"), "jgo");
  expect(screen.getByLabelText("Field")).toHaveValue("jgo");
  expect(move).not.toHaveBeenCalled();
  expect(go).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByLabelText("Field"), { key: "s", ctrlKey: true });
  expect(save).toHaveBeenCalledOnce();
});

it("can be turned off", async () => {
  setSingleKeysEnabled(false);
  await userEvent.keyboard("jgo");
  expect(move).not.toHaveBeenCalled();
  expect(go).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: "s", ctrlKey: true });
  expect(save).toHaveBeenCalledOnce();
});

it("leaves keys with Ctrl or Alt to the browser", () => {
  fireEvent.keyDown(document.body, { key: "j", ctrlKey: true });
  fireEvent.keyDown(document.body, { key: "j", altKey: true });
  expect(move).not.toHaveBeenCalled();
});

it("leaves keys in a popover to it, and Escape that closes it", () => {
  const inside = screen.getByRole("button", { name: "In a popover" });
  fireEvent.keyDown(inside, { key: "j" });
  fireEvent.keyDown(inside, { key: "Escape" });
  expect(move).not.toHaveBeenCalled();
  expect(clear).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(clear).toHaveBeenCalledOnce();
});
