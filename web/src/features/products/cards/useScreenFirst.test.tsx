import { act, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { announceNavigation } from "@/state/navigationStart";
import { useScreenFirst } from "./useScreenFirst";

const CARDS = 24;
const HEIGHT = 333.5;

function List() {
  const { grid, emptyHeight } = useScreenFirst(CARDS);
  const cards = Array.from({ length: CARDS }, (_, index) => {
    const height = emptyHeight(index);
    return height === undefined ? (
      <article key={index}>{index}</article>
    ) : (
      <div key={index} data-testid="empty" style={{ height }} />
    );
  });
  return <div ref={grid}>{cards}</div>;
}

/** Cards are below each other, the tenth of a list at the top of the screen. */
function layOut() {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const index = [...(this.parentElement?.children ?? [])].indexOf(this);
    return new DOMRect(0, (index - 9) * HEIGHT, 100, HEIGHT);
  });
}

function show(first: "list" | "product") {
  const router = createMemoryRouter(
    [
      { path: "/list", element: <List /> },
      { path: "/product", element: <h1>Product</h1> },
    ],
    { initialEntries: [`/${first}`] },
  );
  render(<RouterProvider router={router} />);
  /** As the router's middleware does. */
  const go = (to: string | number) =>
    act(() => {
      announceNavigation(true);
      return typeof to === "number" ? router.navigate(to) : router.navigate(to);
    });
  return go;
}

const indices = () =>
  screen.queryAllByRole("article").map(({ textContent }) => Number(textContent));

/** Frames come only when they are called for. */
function holdFrames(): () => void {
  const waiting: FrameRequestCallback[] = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("requestAnimationFrame", (run: FrameRequestCallback) => waiting.push(run));
  return () => {
    waiting.splice(0).forEach((run) => run(0));
    vi.runAllTimers();
  };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("the first page of a document has all cards", () => {
  show("list");
  expect(indices()).toHaveLength(CARDS);
});

it("a list that is opened begins with the cards at its top", async () => {
  const go = show("product");
  const releaseFrames = holdFrames();
  await go("/list");
  const first = indices();
  expect(first.length).toBeLessThan(CARDS);
  expect(first.slice(0, 4)).toEqual([0, 1, 2, 3]);
  const counts = [first.length];
  while (counts.at(-1) !== CARDS && counts.length < CARDS) {
    await act(async () => {
      releaseFrames();
      await Promise.resolve();
    });
    counts.push(indices().length);
  }
  expect(counts.length).toBeGreaterThan(2);
  expect(counts).toEqual([...new Set(counts)].sort((a, b) => a - b));
  expect(counts.at(-1)).toBe(CARDS);
});

it("Back begins with the cards that were on the screen, and the others' room", async () => {
  const go = show("list");
  layOut();
  await go("/product");
  holdFrames();
  await go(-1);
  expect(indices()).toEqual([8, 9, 10, 11]);
  const empty = screen.getAllByTestId("empty");
  expect(empty).toHaveLength(CARDS - 4);
  for (const { style } of empty) expect(style.height).toBe(`${HEIGHT}px`);
});

it("Back has all cards if the window has another width", async () => {
  const go = show("list");
  layOut();
  await go("/product");
  vi.stubGlobal("innerWidth", window.innerWidth / 2);
  window.dispatchEvent(new Event("resize"));
  await go(-1);
  expect(indices()).toHaveLength(CARDS);
});

it("a list that was left before it was complete has all cards after Back", async () => {
  const go = show("product");
  holdFrames();
  await go("/list");
  expect(indices().length).toBeLessThan(CARDS);
  await go("/product");
  await go(-1);
  expect(indices()).toHaveLength(CARDS);
});
