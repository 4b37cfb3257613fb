import { createMemoryRouter } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { SCROLL_POSITIONS } from "@/storage/keys";
import { keepScrollPosition } from "./scrollPosition";

beforeEach(() => sessionStorage.clear());

const routerAt = (path: string) => createMemoryRouter([{ path: "*" }], { initialEntries: [path] });

it("forgets where the tab last showed the page, and nothing else", () => {
  sessionStorage.setItem(SCROLL_POSITIONS, JSON.stringify({ "/faqs?a=1": 700, k3y: 20 }));
  const router = routerAt("/faqs?a=1");
  keepScrollPosition(router);
  expect(router.state.restoreScrollPosition).toBe(false);
  expect(JSON.parse(sessionStorage.getItem(SCROLL_POSITIONS) ?? "")).toEqual({ k3y: 20 });
});

it.each([[null], ["not JSON"], ["7"]])(
  "changes nothing if the stored positions are %s",
  (stored) => {
    if (stored !== null) sessionStorage.setItem(SCROLL_POSITIONS, stored);
    const router = routerAt("/faqs");
    keepScrollPosition(router);
    expect(router.state.restoreScrollPosition).toBe(false);
    expect(sessionStorage.getItem(SCROLL_POSITIONS)).toBe(stored);
  },
);
