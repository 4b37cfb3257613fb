import { readdirSync } from "node:fs";
import { render } from "@testing-library/react";
import axe from "axe-core";
import type { ComponentType } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const files = import.meta.glob<Record<string, ComponentType>>("./*/*.stories.tsx", { eager: true });

/** Folders without a visible component. */
const NOT_VISIBLE = ["lazy"];

beforeEach(() => {
  // jsdom has no layout.
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  // axe asks for a canvas to recognise icon fonts.
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  vi.spyOn(console, "error").mockReturnValue();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("every component has stories", () => {
  const components = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NOT_VISIBLE.includes(entry.name))
    .map(({ name }) => `./${name}/${name}.stories.tsx`);
  expect(Object.keys(files).sort()).toEqual(components.sort());
});

const stories = Object.entries(files).flatMap(([path, exports]) =>
  Object.entries(exports).map(
    ([name, Story]) => [`${path.split("/")[1] ?? ""}: ${name}`, Story] as const,
  ),
);

describe("stories", () => {
  it.each(stories)("%s renders without errors and is accessible", async (_, Story) => {
    const { container } = render(
      <MemoryRouter>
        <Story />
      </MemoryRouter>,
    );
    expect(container).not.toBeEmptyDOMElement();
    // Colours and landmarks are checked in the journeys, on whole pages in a browser.
    const { violations } = await axe.run(container, {
      rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    expect(vi.mocked(console.error).mock.calls).toEqual([]);
  });
});
