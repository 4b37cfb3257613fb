import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, type Page, test } from "@playwright/test";
import {
  addToCart,
  advanceOrder,
  fillAddress,
  placeOrder,
  signIn,
  stallage,
} from "../e2e/shopper.ts";

const folder = join(process.env["STALLAGE_REAL_DATA"] ?? "../../shared/data", "bad-input");
const scripts = gunzipSync(readFileSync(join(folder, "xss-payload-list.txt.gz")))
  .toString("utf8")
  .split("\n");
const strings = JSON.parse(readFileSync(join(folder, "blns.json"), "utf8")) as string[];
const all = [...strings, ...scripts].filter((text) => text.trim() !== "" && !text.includes("\0"));

/** Joins as many strings as a field can hold. */
function packed(most: number): string[] {
  const packs = [""];
  for (const text of all) {
    const last = packs.at(-1) ?? "";
    if (last.length + text.length + 1 <= most) packs[packs.length - 1] = `${last}${text}\n`;
    else if (text.length < most) packs.push(`${text}\n`);
  }
  return packs.filter((pack) => pack.trim() !== "");
}

/** Records scripts that ran and are not the shop's. */
function watch(page: Page): string[] {
  const ran: string[] = [];
  page.on("dialog", (dialog) => {
    ran.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => ran.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) ran.push(message.text());
  });
  page.on("framenavigated", (frame) => {
    if (!frame.url().startsWith(page.url().slice(0, 16))) ran.push(`went to ${frame.url()}`);
  });
  return ran;
}

test("no text that users write runs as code in a browser", async ({ page }) => {
  test.setTimeout(240_000);
  const ran = watch(page);
  await signIn(page);
  await addToCart(page, "everyday-mug");
  await page.goto("/checkout");
  await fillAddress(page);
  await page.getByRole("radio", { name: "Cash on delivery" }).check();
  const orderId = await placeOrder(page);
  await advanceOrder(orderId, "delivered");

  const token = await page.evaluate(() => localStorage.getItem("accessToken"));
  const headers = { Authorization: `Bearer ${token ?? ""}` };
  const post = async (
    path: string,
    data: unknown,
  ): Promise<{ output: Record<string, unknown> }> => {
    const answer = await page.request.post(path, { data, headers });
    expect(answer.status(), await answer.text()).toBeLessThan(300);
    return (await answer.json()) as { output: Record<string, unknown> };
  };
  // By characters: half a surrogate pair is no text.
  const line = (text: string, most: number) =>
    Array.from(text.replace(/\p{Cc}|\u2028|\u2029/gu, " "))
      .slice(0, most)
      .join("")
      .trim();

  for (const question of packed(1000).slice(0, 18)) {
    await post("/api/productquestions", { productSlug: "everyday-mug", question });
  }
  const tickets: string[] = [];
  for (const description of packed(5000).slice(0, 16)) {
    const subject = line(description.trim(), 150);
    const { output } = await post("/api/supporttickets", { subject, description });
    tickets.push(String(output["ticketId"]));
  }
  const { output: order } = (await (
    await page.request.get(`/api/orders/${orderId}`, { headers })
  ).json()) as { output: { lines: { skuId: number }[] } };
  const review = (comment: string) => ({
    orderId,
    skuId: order.lines[0]?.skuId,
    ratingStar: 5,
    title: line(comment.trim(), 120),
    comment,
  });
  const reviews = packed(2000);
  const { output: written } = await post("/api/productcomment", review(reviews[0] ?? ""));

  const showMore = page.getByRole("button", { name: "Show more questions" });
  // A page that was rendered before the questions is sent until the next one is ready.
  await expect(async () => {
    await page.goto("/products/everyday-mug");
    await expect(showMore).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  for (let more = 0; more < 3; more += 1) await showMore.click();
  for (const comment of reviews.slice(1, 10)) {
    const answer = await page.request.put(`/api/productcomment/${String(written["id"])}`, {
      data: review(comment),
      headers,
    });
    expect(answer.status()).toBe(200);
    await page.reload();
    const list = page.getByRole("region", { name: "Reviews", exact: true });
    await expect(list.getByRole("article").first()).toBeVisible();
  }
  await stallage("tickets", "reply", tickets[0] ?? "", reviews[1] ?? "");
  for (const ticket of tickets) {
    await page.goto(`/support-ticket?ticket=${ticket}`);
    await expect(page.getByRole("list", { name: "Conversation" })).toBeVisible();
  }
  for (const text of scripts.filter((_, index) => index % 800 === 0)) {
    await page.goto(`/search?q=${encodeURIComponent(text)}`);
    await expect(page.getByRole("main")).toBeVisible();
  }
  expect(ran).toEqual([]);
});
