import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { WithLink } from "./Section.stories";

it("is a region named by its heading", () => {
  render(<WithLink />, { wrapper: MemoryRouter });
  expect(screen.getByRole("region", { name: "New this week" })).toHaveTextContent(
    "Twelve products",
  );
  expect(screen.getByRole("link", { name: "See all" })).toHaveAttribute("href", "/search");
});
