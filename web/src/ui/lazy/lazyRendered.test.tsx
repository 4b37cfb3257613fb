import { act, render, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
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

it("keeps the server's markup, and loads the module when the visitor comes near", async () => {
  vi.stubGlobal("IntersectionObserver", Observer);
  const root = document.createElement("div");
  const Plain = () => <Content text="There" />;
  root.innerHTML = `<!--$-->${renderToString(<Plain />)}<!--/$-->`;
  document.body.append(root);
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
