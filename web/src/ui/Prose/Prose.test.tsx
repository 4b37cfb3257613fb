import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Prose } from "./Prose";

it("renders HTML, marked for client-side links", () => {
  const { container } = render(<Prose html='<p>See <a href="/faqs">questions</a></p>' />);
  expect(screen.getByRole("link", { name: "questions" })).toHaveAttribute("href", "/faqs");
  expect(container.querySelector("[data-prose] a")).not.toBeNull();
});
