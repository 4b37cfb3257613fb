import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { expectAccessible, renderPage } from "../../ui/testing";
import { minuteOf, timeValue } from "../../ui/time";
import { figure } from "./format";
import { rowHref } from "./links";
import { daysOf } from "./period";
import type { Report } from "./queries";
import ReportPage from "./ReportPage";
import ReportsPage from "./ReportsPage";

const REPORT: Report = {
  report: "products",
  group: "product",
  first: "2026-11-01",
  last: "2026-11-30",
  until: "2026-12-01T05:00:00.000Z",
  timeZone: "America/New_York",
  currency: "USD",
  names: ["product"],
  columns: [
    { key: "orders", kind: "count" },
    { key: "revenue", kind: "money" },
  ],
  main: "revenue",
  rows: [
    { key: ["7"], names: ["Moss bowl"], values: [3, 7500], before: [1, 2500] },
    { key: [""], names: ["Delivery, gift wrap, goodwill"], values: [null, -690], before: null },
  ],
  moreRows: 2,
  total: [3, 6810],
  comparedWith: { first: "2026-10-01", last: "2026-10-31" },
  totalBefore: [1, 2500],
};

const calls: Request[] = [];

function answer(output: unknown, status = 200): Response {
  return Response.json({ status: status < 400, output, error: null }, { status });
}

function serve(report: () => Response = () => answer(REPORT)): void {
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const request = new Request(input, init);
    calls.push(request);
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/schedules")) return Promise.resolve(answer({ items: [] }));
    if (pathname.endsWith("/recipients")) {
      const items = [{ id: 4, name: "Lena", email: "lena@example.com", getsMail: true }];
      return Promise.resolve(answer({ items }));
    }
    return Promise.resolve(report());
  });
}

afterEach(() => {
  calls.length = 0;
  vi.restoreAllMocks();
});

const open = (address = "/reports/products?first=2026-11-01&last=2026-11-30&compare=before") =>
  renderPage(<ReportPage />, { path: address, route: "/reports/:report" });

describe("a report", () => {
  it("has figures, those before, totals and links", async () => {
    serve();
    const { container } = open();
    const table = await screen.findByRole("table");
    const row = within(table).getByRole("row", { name: /Moss bowl/ });
    expect(row).toHaveTextContent("Moss bowl31$75.00$25.00");
    expect(within(row).getByRole("link")).toHaveAttribute("href", "/products/7");
    expect(within(table).getByRole("row", { name: /Delivery/ })).toHaveTextContent("—−$6.90");
    expect(within(table).getByRole("row", { name: /Total/ })).toHaveTextContent("$68.10$25.00");
    expect(screen.getByText(/2 more rows are in the CSV file/)).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Download CSV" })).toHaveAttribute(
      "href",
      "/api/admin/v1/reports/products/csv?first=2026-11-01&last=2026-11-30&compare=before&group=product",
    );
    await expectAccessible(container);
  });

  it("says that nothing was sold, and that it failed", async () => {
    serve(() => answer({ ...REPORT, rows: [] }));
    const { unmount } = open();
    expect(await screen.findByText("Nothing in this period.")).toBeInTheDocument();
    unmount();
    vi.restoreAllMocks();
    serve(() => answer(null, 500));
    open();
    expect(await screen.findByRole("alert")).toBeInTheDocument();
  });

  it("is mailed on a schedule to at least one team member", async () => {
    serve();
    const user = userEvent.setup();
    open(`/reports/products?panel=schedules`);
    await user.click(await screen.findByRole("button", { name: "Schedule email" }));
    expect(screen.getByText("Choose at least one team member.")).toBeInTheDocument();
    await user.click(screen.getByRole("combobox", { name: "To" }));
    await user.click(await screen.findByRole("option", { name: /Lena/ }));
    await user.click(screen.getByRole("button", { name: "Schedule email" }));
    await waitFor(() => expect(calls.some(({ method }) => method === "POST")).toBe(true));
    const body: unknown = await calls.find(({ method }) => method === "POST")?.json();
    expect(body).toEqual({
      report: "products",
      group: "product",
      frequency: "weekly",
      atMinute: 420,
      weekday: 1,
      monthDay: 1,
      recipients: [4],
    });
  });
});

it("lists all reports", async () => {
  serve();
  const { container } = renderPage(<ReportsPage />);
  expect(await screen.findByRole("link", { name: "Taxes" })).toHaveAttribute(
    "href",
    "/reports/taxes",
  );
  await expectAccessible(container);
});

it("knows the days of periods", () => {
  expect(daysOf("thisMonth", "2024-02-10")).toEqual(["2024-02-01", "2024-02-29"]);
  expect(daysOf("lastMonth", "2026-01-31")).toEqual(["2025-12-01", "2025-12-31"]);
  expect(daysOf("last7", "2026-03-03")).toEqual(["2026-02-25", "2026-03-03"]);
  expect(daysOf("lastYear", "2026-03-03")).toEqual(["2025-01-01", "2025-12-31"]);
});

it("leads to the orders behind a row", () => {
  const sales: Report = { ...REPORT, report: "sales", names: ["week"] };
  const row = { key: ["2026-10-26"], names: ["2026-10-26"], values: [], before: null };
  expect(rowHref(sales, row, () => true)).toBe("/orders?placed=2026-11-01..2026-11-01");
  expect(rowHref(sales, row, () => false)).toBeNull();
  const returns: Report = { ...REPORT, report: "returns", names: ["reason"] };
  expect(rowHref(returns, { ...row, key: ["other"] }, () => true)).toBe(
    "/returns?view=all&reason=other&requested=2026-11-01..2026-11-30",
  );
});

it("writes figures and times", () => {
  expect(figure(null, "money", "USD")).toBe("—");
  expect(figure(6667, "share", "USD")).toBe("66.7%");
  expect(timeValue(425)).toBe("07:05");
  expect(minuteOf("07:05")).toBe(425);
  expect(minuteOf("")).toBeNull();
});
