import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { Badge } from "./Badge";

it.each([
  [3, "3"],
  [99, "99"],
  [120, "99+"],
])("shows %d as %s, hidden from screen readers", (count, shown) => {
  const { container } = render(<Badge count={count} />);
  expect(container.firstChild).toHaveAttribute("data-count", shown);
  expect(container.firstChild).toHaveAttribute("aria-hidden", "true");
});

it("renders nothing for 0", () => {
  expect(render(<Badge count={0} />).container).toBeEmptyDOMElement();
});
