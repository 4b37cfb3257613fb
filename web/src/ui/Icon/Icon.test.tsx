import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { Icon } from "./Icon";

it("is hidden from screen readers", () => {
  const { container } = render(<Icon name="heart" filled />);
  expect(container.firstChild).toHaveAttribute("aria-hidden", "true");
  expect(container.firstChild).toHaveAttribute("data-filled", "true");
});
