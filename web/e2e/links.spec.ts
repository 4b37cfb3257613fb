import { expect, type Page, test } from "@playwright/test";

/** Pages of each kind; their links are requested too. */
const STARTS = [
  "/",
  "/collections",
  "/blogs",
  "/faqs",
  "/contact-us",
  "/return-and-exchange",
  "/terms-and-conditions",
  "/search?q=mug",
  "/cart",
  "/login",
];
const AT_ONCE = 8;

async function linksOn(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await page.getByRole("contentinfo").waitFor();
  await page.waitForLoadState("networkidle");
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>("a[href]")].map(({ href }) => href),
  );
}

test("the shop has no dead links", async ({ page, request, baseURL }) => {
  test.slow();
  await page.route("**/media/**", (route) => route.abort());
  const origin = new URL(baseURL ?? "").origin;
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].flatMap(([, address]) =>
    address === undefined || address.includes("/media/") ? [] : [new URL(address).pathname],
  );
  expect(listed.length).toBeGreaterThan(50);

  // One page of each kind is rendered, and the links in the texts of all products and posts are read.
  const kinds = new Map(listed.map((path) => [path.split("/").slice(0, -1).join("/"), path]));
  const found = new Map<string, string>();
  for (const start of [...STARTS, ...kinds.values()]) {
    for (const href of await linksOn(page, start)) {
      const url = new URL(href);
      if (url.origin === origin) found.set(url.pathname + url.search, start);
    }
  }
  for (const path of listed) found.set(path, "/sitemap.xml");
  for (const path of listed.filter((one) => /^\/(products|blogs)\//.test(one))) {
    const { output } = (await (await request.get(`/api${path}`)).json()) as {
      output: { content?: string; descriptionHtml?: string };
    };
    const text = output.content ?? output.descriptionHtml ?? "";
    for (const [, href] of text.matchAll(/href="(\/[^"]*)"/g)) {
      if (href !== undefined) found.set(href.replaceAll("&amp;", "&"), path);
    }
  }

  const dead: string[] = [];
  const waiting = [...found];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const [path, from] = next;
        const answer = await request.get(path, { headers: { Accept: "text/html" } });
        if (answer.status() !== 200) dead.push(`${String(answer.status())} ${path} on ${from}`);
      }
    }),
  );
  expect(dead).toEqual([]);
  expect(found.size).toBeGreaterThan(listed.length);
});
