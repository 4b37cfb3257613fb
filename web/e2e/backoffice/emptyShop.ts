import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PROGRAM = join(import.meta.dirname, "../../../stallage");
const PATIENCE = 240_000;

/** A shop on an empty database, as `make shop EMPTY=1` starts it. */
export interface EmptyShop {
  address: string;
  dataDir: string;
  /** Where the first owner creates their account, as the shop printed it. */
  link: string;
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Starts a shop of its own without any data. `stop` removes everything. */
export async function startEmptyShop(): Promise<EmptyShop & { stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "stallage-empty-"));
  const port = String(await freePort());
  const address = `http://127.0.0.1:${port}`;
  const dataDir = join(folder, "shop");
  const server = spawn(PROGRAM, ["serve", "--port", port], {
    env: {
      ...process.env,
      STALLAGE_DATA_DIR: dataDir,
      STALLAGE_PUBLIC_URL: address,
      STALLAGE_LOG_LEVEL: "warning",
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(server, "exit");
  const stop = async () => {
    server.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  let printed = "";
  server.stderr.setEncoding("utf8").on("data", (text: string) => (printed += text));
  for (const end = Date.now() + PATIENCE; ;) {
    const link = /\S+\/backoffice\/first-owner#\S+/.exec(printed)?.[0];
    if (link !== undefined && (await isReady(address))) return { address, dataDir, link, stop };
    if (server.exitCode !== null || Date.now() > end) {
      await stop();
      throw new Error(`The empty shop has not started:\n${printed}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/readyz`)).ok;
  } catch {
    return false; // It does not listen yet.
  }
}
