import { act, render, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useIsShownAt } from "./useIsShownAt";

const Sidebar = () => (useIsShownAt("(width > 1000px)") ? <aside /> : <p />);

let matches = false;
let resize: () => void = () => undefined;

beforeEach(() => {
  matches = false;
  vi.stubGlobal("matchMedia", () => ({
    get matches() {
      return matches;
    },
    addEventListener: (_: string, notify: () => void) => (resize = notify),
    removeEventListener: () => undefined,
  }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

it("follows the window on a page that the browser renders", () => {
  render(<Sidebar />);
  expect(screen.queryByRole("complementary")).toBeNull();
  matches = true;
  act(() => resize());
  expect(screen.getByRole("complementary")).toBeVisible();
});

it("leaves what the server has rendered", async () => {
  const root = document.body.appendChild(document.createElement("div"));
  root.innerHTML = renderToString(<Sidebar />);
  const part = screen.getByRole("complementary");
  await act(() => Promise.resolve(hydrateRoot(root, <Sidebar />)));
  expect(screen.getByRole("complementary")).toBe(part);
});
