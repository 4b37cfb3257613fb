import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Browser, type BrowserContext, expect, test } from "@playwright/test";
import { ofThisRun } from "../share";
import { firstOwner, invited, type Member } from "./roles/operators";
import { recordsOf, type Records } from "./roles/records";
import { type SampleShop, withSampleShop } from "./roles/shop";
import { columnsOf, documentOf, type Walked, wrongRights } from "./roles/table";
import { walk } from "./roles/walk";

const DOCUMENT = join(import.meta.dirname, "../../../docs/admin-buttons.md");
const ROLES = [
  "owner",
  "manager",
  "catalogue",
  "orders",
  "support",
  "content",
  "finance",
  "read-only",
];

// Recording a trace runs a script in the preview of an email, whose frame refuses scripts and reports it.
test.use({ trace: "off" });

/** Runs `visit` while a server takes webhooks. */
async function withReceiver(visit: (address: string) => Promise<void>): Promise<void> {
  const server = createServer((_, response) => response.writeHead(204).end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  try {
    await visit(`http://127.0.0.1:${port}/`);
  } finally {
    server.close();
  }
}

/** Somebody in each of these roles. */
async function membersOf(
  roles: readonly string[],
  browser: Browser,
  shop: SampleShop,
  owner: Member,
): Promise<Member[]> {
  const members: Member[] = [];
  for (const role of roles)
    members.push(role === "owner" ? owner : await invited(browser, shop, owner, role));
  return members;
}

/**
 * Walks two at a time if there are many: one waits for the server while the other draws. Those of one
 * browser have its copies of the application's files.
 */
async function walkAll(
  members: readonly Member[],
  records: Records,
  newContext: () => Promise<BrowserContext>,
): Promise<Walked[]> {
  const walked: Walked[] = [];
  const waiting = [...members];
  const work = async () => {
    const context = await newContext();
    for (let member = waiting.shift(); member; member = waiting.shift())
      walked.push({ member, walk: await walk(context, member, records) });
    await context.close();
  };
  await Promise.all(members.length > 2 ? [work(), work()] : [work()]);
  return members.flatMap((member) => walked.filter((one) => one.member === member));
}

/** Names the first of them in the first line of the error, which is all that a summary shows. */
function expectNone(found: readonly string[]): void {
  expect(found, found.slice(0, 3).join("; ")).toEqual([]);
}

test("every role sees the buttons that its rights allow, and no others", async ({ browser }) => {
  // Up to eight walks through all screens; only ends one that hangs.
  test.setTimeout(1_800_000);
  const isUpdate = process.env["UPDATE_BUTTONS"] !== undefined;
  const roles = isUpdate ? ROLES : ofThisRun(ROLES);
  await withSampleShop(async (shop) => {
    await withReceiver(async (receiver) => {
      const owner = await firstOwner(browser, shop);
      const granter = await invited(browser, shop, owner, "support", "Support Granter");
      const records = await recordsOf(owner, granter, receiver);
      const members = await membersOf(roles, browser, shop, owner);
      // Movements take the processor, and change no control.
      const walked = await walkAll(members, records, () =>
        browser.newContext({ baseURL: shop.address, reducedMotion: "reduce" }),
      );
      const found = documentOf(walked);
      if (isUpdate) writeFileSync(DOCUMENT, found);
      // No menu entry leads to a refused call.
      expectNone(walked.flatMap(({ walk: { problems } }) => problems));
      expectNone(wrongRights(walked));
      const expected = columnsOf(readFileSync(DOCUMENT, "utf8"), roles);
      expect(found, "see the end of docs/admin-buttons.md").toBe(expected);
    });
  });
});
