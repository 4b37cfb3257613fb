import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { Collapsed, Expanded } from "./Accordion.stories";

it("shows its content when its title is clicked", async () => {
  render(<Collapsed />);
  expect(screen.getByRole("group")).not.toHaveAttribute("open");
  await userEvent.click(screen.getByText("Delivery"));
  expect(screen.getByRole("group")).toHaveAttribute("open");
});

it("can be expanded at first", () => {
  render(<Expanded />);
  expect(screen.getByText("Within 30 days.")).toBeVisible();
});
