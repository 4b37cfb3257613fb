import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { t } from "@/messages/t";
import { Button } from "./Button";

function form(busy: boolean, onSubmit: () => void, onClick: () => void) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Button type="submit" busy={busy} onClick={onClick}>
        {t("checkout.placeOrder")}
      </Button>
    </form>
  );
}

describe("a button whose work is under way", () => {
  it("keeps its name and the focus, and does nothing more", () => {
    const [submitted, clicked] = [vi.fn(), vi.fn()];
    const { rerender } = render(form(false, submitted, clicked));
    const button = screen.getByRole("button", { name: "Place order" });
    button.focus();
    fireEvent.click(button);
    rerender(form(true, submitted, clicked));
    fireEvent.click(button);
    expect(screen.getByRole("button", { name: "Place order" })).toHaveFocus();
    expect(button).toHaveAttribute("aria-disabled", "true");
    expect([submitted.mock.calls.length, clicked.mock.calls.length]).toEqual([1, 1]);
    rerender(form(false, submitted, clicked));
    fireEvent.click(button);
    expect(submitted).toHaveBeenCalledTimes(2);
  });
});
