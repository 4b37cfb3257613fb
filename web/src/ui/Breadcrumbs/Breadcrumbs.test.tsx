import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { TwoLevels } from "./Breadcrumbs.stories";

it("links to the pages above and marks the current one", () => {
  render(<TwoLevels />, { wrapper: MemoryRouter });
  const nav = within(screen.getByRole("navigation", { name: "Breadcrumbs" }));
  expect(nav.getByRole("link", { name: "Kitchen" })).toHaveAttribute(
    "href",
    "/c/collections/kitchen",
  );
  expect(nav.queryByRole("link", { name: "Mugs" })).toBeNull();
  expect(nav.getByText("Mugs")).toHaveAttribute("aria-current", "page");
});
