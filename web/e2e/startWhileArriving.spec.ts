/** A page that arrives part by part, as over a slow network. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { FIRST_VISIT } from "./firstVisit";
import { expectStarted } from "./frame";

test.use({ storageState: FIRST_VISIT });

/** Serves the shop. A document ends in the middle of its list of scripts until `release` is resolved. */
async function serveInParts(shop: string, release: Promise<void>): Promise<Server> {
  const server = createServer((request, response) => {
    void (async () => {
      const accept = request.headers.accept ?? "*/*";
      const answer = await fetch(`${shop}${request.url ?? "/"}`, { headers: { accept } });
      const kind = answer.headers.get("content-type") ?? "";
      const body = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, { "content-type": kind });
      const start = body.indexOf('id="scripts"');
      if (kind.startsWith("text/html") && start > 0) {
        const middle = body.indexOf(",", start);
        response.write(body.subarray(0, middle));
        await release;
        response.end(body.subarray(middle));
      } else response.end(body);
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

test("a sign of the visitor while the page arrives starts the client once it is there", async ({
  page,
  baseURL,
}) => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const server = await serveInParts(baseURL ?? "", released);
  const { port } = server.address() as AddressInfo;
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.goto(`http://127.0.0.1:${port}/c/collections/table`, { waitUntil: "commit" });
  const scripts = page.locator("#scripts");
  await expect(scripts).toBeAttached();
  expect(await scripts.textContent()).not.toMatch(/\]$/);
  await page.keyboard.press("Tab");
  await expect(scripts).toBeAttached();
  release();
  await expectStarted(page);
  expect(errors).toEqual([]);
  server.close();
});
