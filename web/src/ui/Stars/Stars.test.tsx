import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Stars } from "./Stars";

it("is an image named by the rating", () => {
  render(<Stars value={4.34} />);
  expect(screen.getByRole("img")).toHaveAccessibleName(/4\.3/);
});
