import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { Sheet } from "./Sheet";
import { Placements } from "./Sheet.stories";

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
