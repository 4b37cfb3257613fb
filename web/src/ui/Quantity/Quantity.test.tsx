import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { Quantity } from "./Quantity";

function show(value: number, max = 5) {
  const onChange = vi.fn();
  const onSubmit = vi.fn();
  render(
    <form onSubmit={onSubmit}>
      <Quantity value={value} max={max} onChange={onChange} />
    </form>,
  );
  return { onChange, onSubmit, input: screen.getByRole("textbox", { name: "Quantity" }) };
}

it("changes by one, within its limits", async () => {
  const { onChange } = show(4);
  await userEvent.click(screen.getByRole("button", { name: "One more" }));
  await userEvent.click(screen.getByRole("button", { name: "One less" }));
  expect(onChange.mock.calls).toEqual([[5], [3]]);
});

it("has no way below its minimum or above its maximum", () => {
  show(1, 1);
  expect(screen.getByRole("button", { name: "One more" })).toBeDisabled();
  expect(screen.getByRole("button", { name: "One less" })).toBeDisabled();
});

it("takes a typed quantity on Enter, without submitting the form around it", async () => {
  const { onChange, onSubmit, input } = show(1);
  await userEvent.type(input, "3{Enter}");
  expect(onChange).toHaveBeenLastCalledWith(3);
  expect(onSubmit).not.toHaveBeenCalled();
});

it("keeps invalid text and describes what is wrong", async () => {
  const { onChange, input } = show(1);
  await userEvent.type(input, "9");
  await userEvent.tab();
  expect(onChange).toHaveBeenLastCalledWith(null);
  expect(input).toHaveValue("9");
  expect(input).toBeInvalid();
  expect(input).toHaveAccessibleDescription("Quantity must range from 1 - 5.");
});
