import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ConfirmDialog } from "./ConfirmDialog";

it("confirms or cancels, and announces why it failed", async () => {
  const [onConfirm, onClose] = [vi.fn(), vi.fn()];
  const props = {
    title: "Delete this address?",
    text: "Orders keep their own copy.",
    onConfirm,
    onClose,
  };
  const labels = { confirmLabel: "Delete", cancelLabel: "Keep" };
  const { rerender } = render(<ConfirmDialog {...props} {...labels} busy={false} error="No." />);
  expect(screen.getByRole("dialog", { name: "Delete this address?" })).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("No.");
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  await userEvent.click(screen.getByRole("button", { name: "Keep" }));
  expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1]);
  rerender(<ConfirmDialog {...props} {...labels} busy />);
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(onConfirm).toHaveBeenCalledOnce();
});
