import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { nextFrame } from "../lazy/nextFrame";
import { Sheet } from "./Sheet";
import { Placements } from "./Sheet.stories";

afterEach(() => vi.restoreAllMocks());

function show() {
  const onClose = vi.fn();
  render(
    <Sheet title="Menu" onClose={onClose}>
      <input aria-label={String(1)} />
    </Sheet>,
  );
  return { onClose, dialog: screen.getByRole("dialog", { name: "Menu" }) };
}

it("opens as a modal dialog and returns the focus to its opener", async () => {
  render(<Placements />);
  const opener = screen.getByRole("button", { name: "left" });
  await userEvent.click(opener);
  expect(screen.getByRole("dialog", { name: "Menu" })).toHaveAttribute("open");
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(opener).toHaveFocus();
});

it("is shown before it is modal, which browsers need longer for", async () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, "showModal");
  const { dialog } = show();
  expect(dialog).toHaveAttribute("open");
  expect(showModal).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(showModal).toHaveBeenCalledOnce());
});

it.each([fireEvent.keyDown, fireEvent.pointerDown])("is modal for the next input", (input) => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, "showModal");
  show();
  expect(showModal).not.toHaveBeenCalled();
  input(document.body);
  expect(showModal).toHaveBeenCalledOnce();
});

it("stays closed if it is closed before it is modal", async () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, "showModal");
  const { dialog } = show();
  (dialog as HTMLDialogElement).close();
  await nextFrame();
  expect(dialog).not.toHaveAttribute("open");
  expect(showModal).not.toHaveBeenCalled();
});

it("closes on a click on the backdrop", async () => {
  const { onClose, dialog } = show();
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

it("stays open if a click only ends on the backdrop, as after selecting text", () => {
  const { onClose, dialog } = show();
  fireEvent.pointerDown(screen.getByRole("textbox"));
  fireEvent.click(dialog);
  expect(dialog).toHaveAttribute("open");
  expect(onClose).not.toHaveBeenCalled();
});
