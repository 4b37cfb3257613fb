import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Browser, expect, test } from "@playwright/test";
import { firstOwner, invited, type Member } from "./roles/operators";
import { recordsOf, type Records } from "./roles/records";
import { type SampleShop, withSampleShop } from "./roles/shop";
import { documentOf, type Walked, wrongRights } from "./roles/table";
import { walk } from "./roles/walk";

const DOCUMENT = join(import.meta.dirname, "../../../docs/admin-buttons.md");
const ROLES = ["manager", "catalogue", "orders", "support", "content", "finance", "read-only"];

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

/** The owner and somebody in each other role. */
async function everybody(browser: Browser, shop: SampleShop, owner: Member): Promise<Member[]> {
  const members = [owner];
  for (const role of ROLES) members.push(await invited(browser, shop, owner, role));
  return members;
}

/** Walks two at a time: one waits for the server while the other draws. */
async function walkAll(members: readonly Member[], records: Records): Promise<Walked[]> {
  const walked: Walked[] = [];
  const waiting = [...members];
  const work = async () => {
    for (let member = waiting.shift(); member; member = waiting.shift()) {
      walked.push({ member, walk: await walk(member, records) });
      await member.context.close();
    }
  };
  await Promise.all([work(), work()]);
  return members.flatMap((member) => walked.filter((one) => one.member === member));
}

/** Names the first of them in the first line of the error, which is all that a summary shows. */
function expectNone(found: readonly string[]): void {
  expect(found, found.slice(0, 3).join("; ")).toEqual([]);
}

test("every role sees the buttons that its rights allow, and no others", async ({ browser }) => {
  // Eight walks through all screens; only ends one that hangs.
  test.setTimeout(1_800_000);
  await withSampleShop(async (shop) => {
    await withReceiver(async (receiver) => {
      const owner = await firstOwner(browser, shop);
      const granter = await invited(browser, shop, owner, "support", "Support Granter");
      const records = await recordsOf(owner, granter, receiver);
      const walked = await walkAll(await everybody(browser, shop, owner), records);
      const found = documentOf(walked);
      if (process.env["UPDATE_BUTTONS"]) writeFileSync(DOCUMENT, found);
      // No menu entry leads to a refused call.
      expectNone(walked.flatMap(({ walk: { problems } }) => problems));
      expectNone(wrongRights(walked));
      expect(found, "see the end of docs/admin-buttons.md").toBe(readFileSync(DOCUMENT, "utf8"));
    });
  });
});
