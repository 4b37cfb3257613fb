import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../ui/testing";
import CustomerPage from "./CustomerPage";
import CustomersPage from "./CustomersPage";
import { filterOf } from "./queries";

const usd = (amount: number) => ({ amount, currency: "USD" });
const HOSTILE = '<img src=x onerror="window.hit=1">';
const PROFILE = {
  id: 42,
  firstName: "Ada",
  lastName: HOSTILE,
  email: "ada@example.com",
  phone: null,
  dob: null,
  gender: null,
  tags: ["vip"],
  createdAt: "2026-10-01T08:00:00Z",
  addresses: [],
  figures: {
    orders: 2,
    cancelledOrders: 0,
    spent: usd(6710),
    averageOrder: usd(3355),
    firstOrderAt: "2026-10-02T08:00:00Z",
    lastOrderAt: "2026-11-02T08:00:00Z",
  },
  newsletter: { status: "subscribed", since: "2026-10-01T08:00:00Z" },
  balance: usd(1500),
  signInMethods: ["email"],
  lastSignInAt: null,
  mergedAccounts: [],
  mergedInto: null,
  etag: '"one"',
};
const PAGE = { items: [], nextCursor: null, previousCursor: null };
const ANSWERS: Record<string, unknown> = {
  "GET /customers/42": PROFILE,
  "GET /orders": { ...PAGE, newestId: 0, partial: false },
  "GET /customers/42/wallet": { balance: usd(1500), expiring: [], entries: PAGE },
  "GET /customers/42/tickets": [],
  "GET /customers/42/reviews": [],
  "GET /customers/42/gift-cards": [],
  "GET /customers/42/sign-ins": [],
  "GET /notes/customer/42": PAGE,
  "GET /mentionable": [],
  "GET /customers/segments": { countries: ["US"], tags: ["vip"] },
};

interface Sent {
  key: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
}

let sent: Sent[] = [];

/** Answers the API; an output with a `code` is an error. */
function serve(answers: Record<string, unknown>) {
  sent = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const url = new URL(request.url);
    const key = `${request.method} ${url.pathname.replace("/api/admin/v1", "")}`;
    const text = await request.clone().text();
    const body: unknown = text === "" ? null : JSON.parse(text);
    sent.push({ key, query: url.searchParams, body, headers: request.headers });
    const output = { ...ANSWERS, ...answers }[key];
    const code = (output as { code?: string } | undefined)?.code;
    if (output === undefined || code !== undefined) {
      const error = { code: "not_found", message: key, fields: {}, ...(output as object) };
      return Response.json({ status: false, output: null, error }, { status: code ? 412 : 404 });
    }
    return Response.json({ status: true, output, error: null });
  });
}

afterEach(() => vi.unstubAllGlobals());

const profile = (path = "/customers/42", permissions?: Parameters<typeof renderPage>[1]) =>
  renderPage(<CustomerPage />, { path, route: "/customers/:id", ...permissions });

test("the profile shows the customer, and names are only text", async () => {
  serve({});
  const { baseElement } = profile();
  expect(await screen.findByRole("heading", { level: 1, name: /^Ada/ })).toBeVisible();
  expect(baseElement.querySelector("img")).toBeNull();
  expect(await screen.findByText("This customer has not ordered yet.")).toBeVisible();
  await expectAccessible(baseElement);
});

test("menus follow the rights", async () => {
  serve({});
  profile("/customers/42", { permissions: ["customers.read"] });
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Change wallet" })).toBeNull();
  expect(screen.queryByRole("button", { name: "More actions" })).toBeNull();
  expect(screen.queryByRole("region", { name: "Tickets" })).toBeNull();
  expect(screen.queryByRole("textbox", { name: /^Write a note/ })).toBeNull();
});

test("a credit shows the balance before and after, and sends the previewed balance once", async () => {
  serve({
    "GET /customers/42/wallet/preview": {
      before: usd(1500),
      change: usd(2000),
      after: usd(3500),
      needsStepUp: false,
    },
    "POST /customers/42/wallet": { balance: usd(3500), entryId: 1 },
  });
  const user = userEvent.setup();
  profile("/customers/42?panel=wallet");
  const panel = await screen.findByRole("region", { name: "Change wallet" });
  await user.type(within(panel).getByLabelText("Amount"), "20");
  expect(await within(panel).findByText("$35.00")).toBeVisible();
  const button = within(panel).getByRole("button", { name: "Credit $20.00" });
  expect(button).toBeDisabled();
  await user.type(within(panel).getByLabelText("Reason"), "Late parcel");
  await user.click(button);
  await waitFor(() =>
    expect(sent.some(({ key }) => key === "POST /customers/42/wallet")).toBe(true),
  );
  const post = sent.find(({ key }) => key === "POST /customers/42/wallet");
  expect(post?.body).toEqual({
    direction: "credit",
    amount: 2000,
    note: "Late parcel",
    balance: 1500,
  });
  expect(post?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f]{32}$/);
});

test("the second of two editors sees both values and chooses", async () => {
  serve({
    "PATCH /customers/42": {
      code: "edit_conflict",
      current: { ...PROFILE, firstName: "Augusta", etag: '"two"' },
      etag: '"two"',
    },
  });
  const user = userEvent.setup();
  profile("/customers/42?panel=edit");
  const panel = await screen.findByRole("region", { name: "Edit customer" });
  const name = within(panel).getByLabelText("First name");
  await user.clear(name);
  await user.type(name, "Adele");
  await user.click(within(panel).getByRole("button", { name: "Save 1 change" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText("Augusta")).toBeVisible();
  expect(within(dialog).getByText("Adele")).toBeVisible();
  const patch = sent.find(({ key }) => key === "PATCH /customers/42");
  expect(patch?.headers.get("If-Match")).toBe('"one"');
  expect(patch?.body).toEqual({ firstName: "Adele" });
});

test("an erasure needs the number, and says what goes and what stays", async () => {
  serve({
    "GET /customers/42/erasure": {
      addresses: 1,
      signIns: 0,
      tickets: 2,
      wishlistItems: 0,
      unpublishedReviews: 0,
      mergedAccounts: 0,
      retainedOrders: 7,
      retainedInvoices: 6,
      retainedReviews: 0,
      walletBalance: usd(1500),
      openOrders: 1,
      unsentGiftCards: 0,
    },
    "POST /customers/42/erasure": null,
  });
  const user = userEvent.setup();
  const { router } = profile("/customers/42?panel=erase");
  const panel = await screen.findByRole("region", { name: "Erase customer" });
  expect(await within(panel).findByText("$15.00")).toBeVisible();
  expect(within(panel).getByText(/1 order is still under way/)).toBeVisible();
  const button = within(panel).getByRole("button", { name: /^Erase Ada/ });
  expect(button).toBeDisabled();
  await user.type(within(panel).getByLabelText("Type 42 to confirm"), "42");
  await user.click(button);
  await waitFor(() => expect(router.state.location.pathname).toBe("/customers"));
});

test("an account that was merged leads to the other one", async () => {
  serve({ "GET /customers/42": { ...PROFILE, mergedInto: 7 } });
  profile();
  expect(await screen.findByRole("link", { name: "Open that customer" })).toHaveAttribute(
    "href",
    "/customers/7",
  );
});

test("the list sends the filters of the address", async () => {
  serve({ "GET /customers": { ...PAGE, count: { value: 0, exact: true } } });
  renderPage(<CustomersPage />, {
    path: "/customers?view=best&country=US,DE&newsletter=yes&spentFrom=12.5",
  });
  await waitFor(() => expect(sent.some(({ key }) => key === "GET /customers")).toBe(true));
  const query = sent.find(({ key }) => key === "GET /customers")?.query;
  expect(query?.getAll("country")).toEqual(["US", "DE"]);
  expect(query?.get("subscribed")).toBe("true");
  expect(query?.get("spentFrom")).toBe("1250");
  expect(query?.get("sort")).toBe("-spent");
  expect(query?.get("ordersFrom")).toBe("1");
});

test("days begin at midnight in the shop, also across daylight saving", () => {
  const shop = { timeZone: "America/New_York", currency: "JPY" };
  expect(filterOf({ registered: "2026-07-01..2026-07-01", spentFrom: "500" }, shop)).toEqual({
    registeredFrom: "2026-07-01T04:00:00.000Z",
    registeredTo: "2026-07-02T04:00:00.000Z",
    spentFrom: 500,
  });
  expect(filterOf({ lastOrder: "2026-12-01..", spentTo: "-1" }, shop)).toEqual({
    lastOrderFrom: "2026-12-01T05:00:00.000Z",
  });
});
