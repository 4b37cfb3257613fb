import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../ui/testing";
import TodayPage from "./TodayPage";

const usd = (amount: number) => ({ amount, currency: "USD" });
const count = (value: number) => ({ value, exact: true });
const totals = (orders: number, revenue: number) => ({
  orders,
  revenue: usd(revenue),
  average: orders ? usd(Math.round(revenue / orders)) : null,
});

const answers: Record<string, unknown> = {
  queues: {
    toConfirm: { count: count(6), hints: count(2) },
    toPack: { count: count(14), late: count(3) },
    toShip: { count: count(5), partly: count(0) },
    toRefund: { count: count(2), granted: usd(11240) },
    toAnswer: { count: count(0), tickets: count(0), questions: count(0), oldestAt: null },
    toModerate: null,
  },
  sales: {
    first: "2026-11-22",
    last: "2026-11-23",
    until: "2026-11-23T15:42:00Z",
    timeZone: "America/New_York",
    days: [
      {
        day: "2026-11-22",
        ...{ orders: 100, revenue: usd(1_000_000), visits: 4000 },
        before: totals(90, 900_000),
        beforeDay: "2026-11-15",
      },
      {
        day: "2026-11-23",
        ...{ orders: 42, revenue: usd(874_210), visits: 1917 },
        before: totals(41, 790_580),
        beforeDay: "2026-11-16",
      },
    ],
    total: totals(142, 1_874_210),
    before: totals(131, 1_690_580),
    visits: 5917,
    visitsSince: "2026-11-01",
  },
  money: {
    first: "2026-11-22",
    last: "2026-11-23",
    tenders: [
      { kind: "online", received: usd(1_654_040), toCollect: usd(0), refunded: usd(41_266) },
      { kind: "on_delivery", received: usd(0), toCollect: usd(118_420), refunded: usd(0) },
    ],
    received: usd(1_654_040),
    toCollect: usd(118_420),
    revenue: usd(1_772_460),
    refunded: usd(41_266),
    afterRefunds: usd(1_612_774),
  },
  products: [
    {
      productId: 1,
      title: "Everyday bowl",
      slug: "bowl",
      image: null,
      units: 58,
      revenue: usd(127_600),
    },
  ],
  searches: [{ query: "butter dish", times: 23 }],
  stock: { count: 0, threshold: 5, items: [] },
  problems: {
    items: [
      {
        kind: "emails_undelivered",
        severity: "wait",
        count: 2,
        since: "2026-11-23T13:00:00Z",
        names: ["SO-1316"],
        reason: "550",
        id: null,
      },
      {
        kind: "webhooks_failing",
        severity: "wait",
        count: 3,
        since: "2026-11-23T13:00:00Z",
        names: ["Books"],
        reason: null,
        id: 7,
      },
    ],
  },
};
let failing: string[] = [];

beforeEach(() => {
  failing = [];
  vi.stubGlobal("fetch", (request: Request) => {
    const name = new URL(request.url).pathname.split("/").at(-1) ?? "";
    const fails = failing.includes(name);
    const body = fails
      ? { status: false, output: null, error: { code: "not_ready", message: "Down", fields: {} } }
      : { status: true, output: answers[name], error: null };
    return Promise.resolve(Response.json(body, { status: fails ? 503 : 200 }));
  });
});
afterEach(() => vi.unstubAllGlobals());

// Roles are slow to find on a page of this size; its texts are unique.
const link = async (text: string) => {
  const found = (await screen.findByText(text)).closest("a");
  if (!found) throw new Error(`${text} is no link`);
  return found;
};

test("queues lead to their lists, and late orders are named", async () => {
  const { container } = renderPage(<TodayPage />);
  const pack = await link("To pack");
  expect(pack).toHaveAttribute("href", "/orders?view=to-pack");
  expect(pack).toHaveTextContent("14");
  expect(pack).toHaveTextContent("3 late");
  expect(await link("To refund")).toHaveTextContent("$112.40 granted, not paid");
  expect(await link("To answer")).toHaveTextContent("Nothing waits");
  expect(screen.queryByText("To moderate")).toBeNull();
  expect(await link("Pack 14 orders")).toBeVisible();
  await expectAccessible(container);
});

test("figures are compared with the weeks before, and add up", async () => {
  renderPage(<TodayPage />);
  expect(await screen.findByText("$18,742.10")).toBeVisible();
  expect(screen.getByText("+10.9% · $16,905.80 before")).toBeVisible();
  expect(screen.getByText("142 orders of 5,917 visits")).toBeVisible();
  expect(screen.getByText("2.4%")).toBeVisible();
  expect(await screen.findByText("−$412.66")).toBeVisible();
  expect(screen.getByText("$1,184.20 more to collect on delivery")).toBeVisible();
});

test("the chart shows revenue or orders, with the figures in a table", async () => {
  renderPage(<TodayPage />);
  const table = await screen.findByRole("table", { name: "Revenue" });
  expect(table).toHaveTextContent("$8,742.10");
  screen.getByRole("radio", { name: "Orders" }).click();
  const orders = await screen.findByRole("table", { name: "Orders" });
  expect(orders).toHaveTextContent("234142");
  expect(orders).not.toHaveTextContent("$");
});

test("a problem leads to where it is mended", async () => {
  renderPage(<TodayPage />);
  expect(await screen.findByText("2 emails not delivered")).toBeVisible();
  expect(await link("Correct")).toHaveAttribute("href", "/health#emails");
  const log = screen.getByRole("link", { name: "Open log: Webhook “Books” fails" });
  expect(log).toHaveAttribute("href", "/webhooks/7?view=waiting");
});

test("a panel that fails leaves the others working", async () => {
  failing = ["searches"];
  renderPage(<TodayPage />);
  expect(await screen.findByText("This part of the page could not be loaded.")).toBeVisible();
  expect(await screen.findByText("Everyday bowl")).toBeVisible();
  failing = [];
  screen.getByText("Try again").click();
  expect(await screen.findByText("butter dish")).toBeVisible();
});

test("an operator sees only what their role may see", async () => {
  renderPage(<TodayPage />, { permissions: ["orders.read"] });
  expect(await link("To confirm")).toBeVisible();
  expect(screen.queryByText("Sales")).toBeNull();
  expect(screen.queryByText("Needs attention")).toBeNull();
  expect(screen.queryByText("Pack 14 orders")).toBeNull();
});
