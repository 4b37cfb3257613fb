import { expect, type Page } from "@playwright/test";
import { createOperator, signIn } from "../e2e/backoffice/operator.ts";
import { windowPicture } from "./picture.ts";

type Json = Record<string, unknown>;

/** What a call of the operators' API returns, as the operator who is signed in. */
export async function call<Output>(page: Page, path: string, data?: Json): Promise<Output> {
  const { output: session } = (await (await page.request.get("/api/admin/v1/session")).json()) as {
    output: { csrfToken: string };
  };
  const url = `/api/admin/v1/${path}`;
  const headers = { "X-CSRF-Token": session.csrfToken };
  const answer = await (data === undefined
    ? page.request.get(url)
    : page.request.post(url, { headers, data }));
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { output: Output }).output;
}

/** What a long list adds below is more of the same. */
const LONGEST = 1200;

/** Waits until the page has what it shows. A page on a phone may hide its heading. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator("[aria-busy=true], .mantine-Skeleton-root")).toHaveCount(0);
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, width } = image.getBoundingClientRect();
      return image.complete || width === 0 || top > innerHeight;
    }),
  );
}

/** The page in a window that is as high as the page, with rail and bars in their places. */
export async function picture(page: Page, name: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await settled(page);
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.min(Math.max(height, whole), LONGEST) });
  await settled(page);
  await windowPicture(page, `backoffice/${name}`);
  await page.setViewportSize({ width, height });
}

export interface Items<Item> {
  items: Item[];
}

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/backoffice/${path}`);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
}

export async function show(page: Page, name: string, path: string): Promise<void> {
  await open(page, path);
  await picture(page, name);
}

/** The newest order in a state that nobody has asked to return. */
export async function orderIn(page: Page, filter: string): Promise<string> {
  const { items } = await call<Items<{ orderId: string; total: { amount: number } }>>(
    page,
    `orders?limit=100&${filter}`,
  );
  // The largest tells most.
  const [first] = items.sort((one, other) => other.total.amount - one.total.amount);
  return first?.orderId ?? "";
}

const COLLEAGUES = [
  ["lena.hoff@example.com", "orders", "Lena Hoff"],
  ["marco.bianchi@example.com", "support", "Marco Bianchi"],
  ["aiko.sato@example.com", "finance", "Aiko Sato"],
] as const;

/** The first SKU of a product. */
async function skuOf(page: Page, slug: string): Promise<number> {
  const product = await page.request.get(`/api/products/${slug}`);
  const { output } = (await product.json()) as { output: { skus: { skuId: number }[] } };
  return output.skus[0]?.skuId ?? 0;
}

const CALLERS = [
  ["Amara", "Nwosu", "everyday-bowl", 4, "Calls again on Friday about the colour."],
  ["Jonas", "Lindqvist", "everyday-mug", 6, "For the office kitchen."],
] as const;

/** Orders taken by telephone that are not placed yet. */
async function takeDrafts(page: Page): Promise<void> {
  for (const [firstName, lastName, product, quantity, note] of CALLERS) {
    const contact = { firstName, lastName, phone: "2065550173" };
    await call(page, "drafts", {
      customerId: null,
      contact: { ...contact, email: `${firstName}.${lastName}@example.com`.toLowerCase() },
      address: {
        ...{ ...contact, company: null, line1: "2417 Queen Anne Ave N", line2: null },
        ...{ city: "Seattle", state: "WA", postalCode: "98109", country: "US" },
      },
      lines: [{ skuId: await skuOf(page, product), quantity }],
      shippingMethod: null,
      promoCode: null,
      discount: { amount: 500, reason: "For the wait" },
      deliveryNote: null,
      note,
    });
  }
}

/** A team, drafts, access tokens and webhooks, which the sample orders do not have. */
export async function furnish(page: Page): Promise<void> {
  await signIn(page);
  const tokens = await call<{ name: string }[]>(page, "tokens");
  if (tokens.some(({ name }) => name === "Warehouse")) return;
  for (const [description, host, topics] of [
    ["Parcel desk", "parcels", ["order.shipped", "order.paid"]],
    ["Newsletter", "news", ["customer.created"]],
  ] as const) {
    const { endpoint } = await call<{ endpoint: { id: number } }>(page, "webhooks", {
      url: `https://${host}.example.com/hooks/stallage`,
      description,
      topics,
    });
    await call(page, `webhooks/${endpoint.id}/test`, {});
  }
  await takeDrafts(page);
  for (const [email, role, name] of COLLEAGUES) createOperator(email, role, name);
  for (const [name, scopes] of [
    ["Warehouse", ["orders.read", "orders.fulfil", "stock.read"]],
    ["Bookkeeping", ["orders.read", "reports.read"]],
  ] as const) {
    await call(page, "tokens", { kind: "app", name, scopes, expiresInDays: 90 });
  }
  // A job derives the figures of past days every minute.
  await expect
    .poll(async () => (await call<{ count: number }>(page, "today/stock")).count, {
      timeout: 120_000,
    })
    .toBeGreaterThan(0);
}
