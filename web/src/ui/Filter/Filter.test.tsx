import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { Filter } from "./Filter.stories";

beforeEach(async () => {
  render(<Filter />);
  await userEvent.click(screen.getByRole("button", { name: "Filter" }));
});

const dialog = () => within(screen.getByRole("dialog"));
const press = (name: string) => userEvent.click(dialog().getByRole("button", { name }));

it("applies a changed condition, and nothing before", async () => {
  const value = dialog().getByRole("textbox", { name: "Value" });
  expect(value).toHaveValue("50");
  await userEvent.clear(value);
  await userEvent.type(value, "80");
  expect(screen.queryByText(/\$80/)).toBeNull();
  await press("Apply filter");
  expect(screen.getByText(/\$80/)).toBeVisible();
});

it("focuses an added condition, and the one beside a removed one", async () => {
  await press("Add condition");
  const conditions = () => dialog().getAllByRole("group", { name: /condition/i });
  expect(conditions()).toHaveLength(2);
  expect(conditions()[1]).toContainElement(document.activeElement as HTMLElement);
  await press("Remove condition 2");
  expect(conditions()[0]).toContainElement(document.activeElement as HTMLElement);
});

it("marks an invalid value and applies nothing", async () => {
  const value = dialog().getByRole("textbox", { name: "Value" });
  await userEvent.clear(value);
  await press("Apply filter");
  expect(value).toBeInvalid();
  expect(screen.getByText(/\$50/)).toBeInTheDocument();
});
