import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../../../..");
const command = join(root, "stallage");

export interface SampleShop {
  address: string;
  dataDir: string;
}

/**
 * Runs `visit` with a separate demo shop that has sample orders: other journeys change what its
 * screens show, and this one compares all of them. It is a copy of the one at SHOP_DEMO, or a new one.
 */
export async function withSampleShop(visit: (shop: SampleShop) => Promise<void>): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), "stallage-roles-"));
  const port = String(20_000 + Math.floor(Math.random() * 12_000));
  const address = `http://127.0.0.1:${port}`;
  const dataDir = join(place, "shop");
  const env = {
    ...process.env,
    STALLAGE_DATA_DIR: dataDir,
    STALLAGE_CLIENT_DIR: process.env["STALLAGE_CLIENT_DIR"] ?? join(root, "web/dist"),
    STALLAGE_PUBLIC_URL: address,
    STALLAGE_LOG_LEVEL: "error",
    STALLAGE_WEBHOOK_PRIVATE_ADDRESSES: "true",
    STALLAGE_GUEST_ORDERS_PER_CLIENT_HOUR: "1000",
  };
  const filled = process.env["SHOP_DEMO"];
  if (filled) await cp(filled, dataDir, { recursive: true, preserveTimestamps: true });
  await run(command, ["demo", "--orders"], { env });
  const server = spawn(command, ["serve", "--port", port], { env, stdio: "inherit" });
  const ended = once(server, "exit");
  try {
    await expect(async () => {
      expect((await fetch(`${address}/readyz`)).status).toBe(200);
    }).toPass({ timeout: 240_000 });
    await visit({ address, dataDir });
  } finally {
    server.kill("SIGTERM");
    await ended;
    await rm(place, { recursive: true, force: true });
  }
}

/** The link to the back office in the email that invites somebody. */
export async function invitationOf({ dataDir }: SampleShop, email: string): Promise<string> {
  const outbox = join(dataDir, "outbox");
  let link: string | undefined;
  await expect(async () => {
    const names = existsSync(outbox) ? await readdir(outbox) : [];
    for (const name of names.filter((one) => !one.startsWith("."))) {
      const text = await readFile(join(outbox, name), "utf8");
      const sent = JSON.parse(text) as { to: string; text: string };
      if (sent.to.includes(email)) link = linkIn(sent.text);
    }
    expect(link).toBeDefined();
  }).toPass({ timeout: 20_000 });
  return link ?? "";
}

/** Creates the shop's first owner with the command line; returns the link of the invitation. */
export async function createOwner(
  { address, dataDir }: SampleShop,
  email: string,
): Promise<string> {
  const env = { ...process.env, STALLAGE_DATA_DIR: dataDir, STALLAGE_PUBLIC_URL: address };
  const args = ["operator", "create", email, "--role", "owner", "--name", "Owner"];
  const { stdout } = await run(command, args, { env });
  return linkIn(stdout) ?? "";
}

function linkIn(text: string): string | undefined {
  return /https?:\/\/\S+\/backoffice\/invitation#\S+/.exec(text)?.[0];
}
