import { expect, type Page } from "@playwright/test";
import { createOperator, signIn } from "../e2e/backoffice/operator.ts";

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

const COLLEAGUES = [
  ["lena.hoff@example.com", "orders", "Lena Hoff"],
  ["marco.bianchi@example.com", "support", "Marco Bianchi"],
  ["aiko.sato@example.com", "finance", "Aiko Sato"],
] as const;

/** A team, access tokens and webhooks, which the sample orders do not have. */
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
  for (const [email, role, name] of COLLEAGUES) createOperator(email, role, name);
  for (const [name, scopes] of [
    ["Warehouse", ["orders.read", "orders.fulfil", "stock.read"]],
    ["Bookkeeping", ["orders.read", "reports.read"]],
  ] as const) {
    await call(page, "tokens", { kind: "app", name, scopes, expiresInDays: 90 });
  }
}
