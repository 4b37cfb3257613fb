import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Card, SkuCard } from "@/api/types";
import { useRecentlyViewed } from "@/features/recentlyViewed/recentlyViewed";
import { HomeRecommendations } from "./HomeRecommendations";

const card = (productId: number): Card =>
  ({
    productId,
    skuId: productId * 10,
    slug: `product-${productId}`,
    title: `Product ${productId}`,
    image: null,
    price: { amount: 1000, currency: "USD" },
    swatches: [],
    inStock: true,
    ratingCount: 0,
  }) as unknown as Card;

/** What the server sends, by path. */
let outputs: Record<string, readonly unknown[]>;
let requests: URL[];

class Observer {
  observe = vi.fn();
  disconnect = vi.fn();
}

beforeEach(() => {
  vi.stubGlobal("ResizeObserver", Observer);
  outputs = {};
  requests = [];
  vi.stubGlobal("fetch", (request: Request) => {
    const url = new URL(request.url);
    requests.push(url);
    return Promise.resolve(
      Response.json({ status: true, output: outputs[url.pathname] ?? [], error: null }),
    );
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  useRecentlyViewed.setState({ skuIds: [] });
});

function show() {
  const client = new QueryClient();
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <HomeRecommendations />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

function view(...productIds: number[]) {
  const cards = productIds.map(card) as SkuCard[];
  useRecentlyViewed.setState({ skuIds: cards.map(({ skuId }) => skuId) });
  outputs["/api/products/cards"] = cards;
}

async function cardsIn(name: string): Promise<HTMLElement[]> {
  const heading = await screen.findByRole("heading", { level: 2, name });
  const section = heading.closest("section");
  if (!section) throw new Error(`${name} is in no section.`);
  return within(section).getAllByRole("article");
}

it("shows popular products only to a visitor who has viewed none", async () => {
  outputs["/api/popular-now"] = [card(1), card(2)];
  show();
  expect(await cardsIn("Popular now")).toHaveLength(2);
  expect(screen.getAllByRole("heading", { level: 2 })).toHaveLength(1);
  expect(requests.map(({ pathname }) => pathname)).toEqual(["/api/popular-now"]);
});

it("shows products for what was viewed, without those that are popular anyway", async () => {
  view(7);
  outputs["/api/popular-now"] = [card(1), card(2)];
  outputs["/api/because-you-viewed"] = [card(3), card(1), card(4)];
  show();
  expect(await cardsIn("Popular now")).toHaveLength(2);
  await waitFor(async () =>
    expect(await cardsIn("Because you looked at Product 7")).toHaveLength(2),
  );
  const request = requests.find(({ pathname }) => pathname === "/api/because-you-viewed");
  expect(request?.searchParams.get("skuIds")).toBe("70");
});

it("says that several products were viewed, the newest first", async () => {
  view(8, 7);
  outputs["/api/because-you-viewed"] = [card(3)];
  show();
  const title = "Because you looked at Product 8 and other products";
  expect(await cardsIn(title)).toHaveLength(1);
});

it("shows nothing if there is nothing to recommend", async () => {
  view(7);
  show();
  await waitFor(() => expect(requests).toHaveLength(3));
  expect(screen.queryByRole("heading")).toBeNull();
});
