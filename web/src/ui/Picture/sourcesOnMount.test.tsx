import { render } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { resetAppState, useAppState } from "@/state/appState";
import { Picture } from "./Picture";
import { resetCdnHealth } from "./cdnHealth";

const picture = { path: "/media/a.webp", alt: "A vase", width: 1, height: 1, colour: null };
const vase = <Picture picture={picture} phone={picture} sizes="50vw" />;

beforeEach(() => {
  resetCdnHealth();
  useAppState.setState({ cdn: "", fallbackCdn: "" });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  resetAppState();
});

function renderOnServer(): string {
  vi.stubGlobal("document", undefined);
  const html = renderToString(vase);
  vi.unstubAllGlobals();
  return html;
}

it("has its sources only once it is in the document", () => {
  expect(renderToString(vase)).not.toMatch(/src/i);
  const { container } = render(vase);
  const image = container.querySelector("img");
  expect(image).toHaveAttribute("src", expect.stringContaining("/media/a.webp"));
  expect(image).toHaveAttribute("srcset", expect.stringContaining("640w"));
  expect(image).toHaveAttribute("sizes", "50vw");
  expect(container.querySelector("source")).toHaveAttribute("srcset");
});

it("has its sources in the server's HTML, and the client loads nothing again", () => {
  const html = renderOnServer();
  expect(html).toContain("640w");
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = html;
  const image = container.querySelector("img");
  const before = container.innerHTML;
  const changes = vi.spyOn(Element.prototype, "setAttribute");
  const errors = vi.spyOn(console, "error");
  const onRecoverableError = vi.fn();
  render(vase, { container, hydrate: true, onRecoverableError });
  expect(container.querySelector("img")).toBe(image);
  expect(container.innerHTML).toBe(before);
  for (const spy of [changes, errors, onRecoverableError]) expect(spy).not.toHaveBeenCalled();
});

it("follows another picture in the same element", () => {
  const { container, rerender } = render(<Picture picture={picture} sizes="50vw" />);
  rerender(<Picture picture={picture} sizes="25vw" />);
  expect(container.querySelector("img")).toHaveAttribute("sizes", "25vw");
});
