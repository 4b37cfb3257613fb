import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it } from "vitest";
import { useVisitedPages } from "@/state/visitedPages";
import { BackLink } from "./BackLink";

const PARENT = { to: "/blogs", text: "All stories" };

afterEach(() => useVisitedPages.setState({ current: null, before: new Map() }));

function show(previous: { name: string; title: string | null } | null, parent?: typeof PARENT) {
  const before = previous ? [["default", { ...previous, path: "/search?q=mug" }] as const] : [];
  useVisitedPages.setState({ before: new Map(before) });
  const element = <BackLink {...(parent ? { parent } : {})} />;
  const router = createMemoryRouter([{ path: "*", element }], {
    initialEntries: [{ pathname: "/products/mug", key: "default" }],
  });
  return render(<RouterProvider router={router} />);
}

it("leads to the previous page by its title, or by the name of its route", () => {
  const { unmount } = show({ name: "categoryList", title: "Kitchen" }, PARENT);
  const link = screen.getByRole("link", { name: "Back to Kitchen" });
  expect(link).toHaveAttribute("href", "/search?q=mug");
  unmount();
  show({ name: "cart", title: null }, PARENT);
  expect(screen.getByRole("link", { name: "Back to Cart" })).toBeVisible();
});

it("never leads back to the login page", () => {
  show({ name: "login", title: "Sign in" }, PARENT);
  expect(screen.getByRole("link", { name: "All stories" })).toHaveAttribute("href", "/blogs");
});

it("renders nothing without a previous page and a parent", () => {
  expect(show(null).container).toBeEmptyDOMElement();
});
