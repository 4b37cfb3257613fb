import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { Chip, ChipList } from "./Chips";

it("removes one filter or all of them", async () => {
  const [onClear, onRemove] = [vi.fn(), vi.fn()];
  render(
    <ChipList onClear={onClear}>
      <Chip label="Blue" onRemove={onRemove} />
    </ChipList>,
  );
  await userEvent.click(screen.getByRole("button", { name: /Blue/ }));
  expect([onRemove.mock.calls.length, onClear.mock.calls.length]).toEqual([1, 0]);
  await userEvent.click(screen.getByRole("button", { name: "Clear all" }));
  expect(onClear).toHaveBeenCalledOnce();
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
});
