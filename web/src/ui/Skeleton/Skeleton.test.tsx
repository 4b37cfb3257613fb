import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { Skeleton } from "./Skeleton";

it("takes the size of its content and is hidden from screen readers", () => {
  const { container } = render(<Skeleton width="200px" ratio="4 / 5" />);
  expect(container.firstChild).toHaveStyle({ width: "200px", aspectRatio: "4 / 5" });
  expect(container.firstChild).toHaveAttribute("aria-hidden", "true");
});
