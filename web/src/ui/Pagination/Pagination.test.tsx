import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { Pagination } from "./Pagination";

function show(page: number, total = 240) {
  const linkTo = (one: number) => `/search?page=${one}`;
  return render(<Pagination page={page} pageSize={24} total={total} linkTo={linkTo} />, {
    wrapper: MemoryRouter,
  });
}

it("links to other pages and marks the current one", () => {
  show(5);
  const nav = within(screen.getByRole("navigation", { name: "Pages" }));
  expect(nav.getByRole("link", { current: "page" })).toHaveTextContent("5");
  expect(nav.getByRole("link", { name: "Previous" })).toHaveAttribute("href", "/search?page=4");
  expect(nav.getByRole("link", { name: "Next" })).toHaveAttribute("href", "/search?page=6");
});

it("has no link before the first or after the last page", () => {
  const { unmount } = show(1);
  expect(screen.queryByRole("link", { name: "Previous" })).toBeNull();
  unmount();
  show(10);
  expect(screen.queryByRole("link", { name: "Next" })).toBeNull();
});

it("renders nothing for a single page", () => {
  expect(show(1, 24).container).toBeEmptyDOMElement();
});
