import { act, render, screen } from "@testing-library/react";
import { createContext, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { announceNavigation } from "@/state/navigationStart";
import { lazyRendered } from "./lazyRendered";

const Content = ({ text }: { text: string }) => <section id="part">{text}</section>;

let comeNear: () => void = () => undefined;
class Observer {
  constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
    comeNear = () => report([{ isIntersecting: true }]);
  }
  observe = vi.fn();
  disconnect = vi.fn();
}

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** An element with the markup of the server, where the visitor does not come near. */
function serverMarkup(): HTMLElement {
  vi.stubGlobal("IntersectionObserver", Observer);
  const root = document.createElement("div");
  root.innerHTML = `<!--$-->${renderToString(<Content text="There" />)}<!--/$-->`;
  document.body.append(root);
  return root;
}

it("keeps the server's markup, and loads the module when the visitor comes near", async () => {
  const root = serverMarkup();
  const load = vi.fn(() => Promise.resolve(Content));
  const Lazy = lazyRendered("part", load);
  await act(async () => {
    hydrateRoot(root, <Lazy text="There" />);
    await Promise.resolve();
  });
  expect(load).not.toHaveBeenCalled();
  expect(screen.getByText("There")).toBeVisible();
  const element = document.getElementById("part");
  await act(async () => {
    comeNear();
    await Promise.resolve();
  });
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  expect(document.getElementById("part")).toBe(element);
});

const Place = createContext("home");

it("lets another page be shown beside it, and loads the module with the navigation after that", async () => {
  const root = serverMarkup();
  const load = vi.fn(() => Promise.resolve(Content));
  const Lazy = lazyRendered("part", load);
  const page = (place: string) => (
    <Place value={place}>
      <Lazy text="There" />
      {place === "product" && <h1>Product</h1>}
    </Place>
  );
  const hydrated = await act(async () => {
    const result = hydrateRoot(root, page("home"));
    return Promise.resolve(result);
  });
  act(() => announceNavigation(false));
  expect(screen.getByText("There")).toBeVisible();
  act(() => announceNavigation(true));
  expect(screen.queryByText("There")).toBeNull();
  await act(async () => {
    startTransition(() => hydrated.render(page("product")));
    await Promise.resolve();
  });
  expect(screen.getByText("Product")).toBeVisible();
  expect(load).not.toHaveBeenCalled();
  await act(async () => {
    announceNavigation(true);
    await Promise.resolve();
  });
  expect(await screen.findByText("There")).toBeVisible();
});

it("loads the module at once on a page that the browser renders", async () => {
  const Lazy = lazyRendered("part", () => Promise.resolve(Content), <p>Loading</p>);
  render(<Lazy text="There" />);
  expect(await screen.findByText("There")).toBeVisible();
});

it("is left out if its module fails to load", async () => {
  const report = vi.spyOn(console, "error").mockReturnValue();
  const Lazy = lazyRendered<{ text: string }>("part", () => Promise.reject(new Error("gone")));
  const { container } = render(<Lazy text="There" />);
  await vi.waitFor(() => expect(report).toHaveBeenCalledOnce());
  expect(container).toBeEmptyDOMElement();
});
