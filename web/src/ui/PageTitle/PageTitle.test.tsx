import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { WithNoteAndAction } from "./PageTitle.stories";

it("is the main heading, without the note", () => {
  render(<WithNoteAndAction />);
  expect(screen.getByRole("heading", { level: 1 })).toHaveAccessibleName("Wishlist");
  expect(screen.getByText("3 items")).toBeVisible();
  expect(screen.getByRole("button", { name: "Share" })).toBeVisible();
});
