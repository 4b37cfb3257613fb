import { vi } from "vitest";

/** What the tests of stock share: records, and a server that answers with them. */

/** Shown as text, and never run. */
export const HOSTILE = '<img src=x onerror="window.hit=1">';

export const ITEM = {
  skuId: 5,
  product: "Moss bowl",
  slug: "moss-bowl",
  options: "Small",
  sku: "BOWL-S",
  barcode: "4006381333931",
  tracked: true,
  backorder: false,
  onHand: 10,
  held: 3,
  sellable: 7,
  owed: 0,
  incoming: 4,
  inTransit: 2,
  lowAt: 3,
  lowFrom: "category",
  lowCategory: "Tableware",
  isLow: false,
  levels: [
    { locationId: 1, location: "Main location", onHand: 8 },
    { locationId: 2, location: "Store", onHand: 2 },
  ],
};

const place = (id: number, name: string, changes = {}) => ({
  id,
  version: `"${id}"`,
  name,
  address: "",
  priority: id,
  isDefault: id === 1,
  active: true,
  units: 8,
  skus: 1,
  ...changes,
});

export const LOCATIONS = { items: [place(1, "Main location"), place(2, "Store", { units: 0 })] };

const requests: { method: string; path: string; body: string; key: string | null }[] = [];

/** Answers calls such as `GET /stock` with these outputs, and records all calls but heartbeats. */
export function serve(answers: Record<string, unknown>) {
  requests.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname.replace("/api/admin/v1", "");
    const name = `${request.method} ${path}`;
    if (path.startsWith("/presence/")) {
      return Response.json({ status: true, output: { others: [] }, error: null });
    }
    requests.push({
      method: request.method,
      path,
      body: await request.clone().text(),
      key: request.headers.get("Idempotency-Key"),
    });
    const output = answers[name];
    return output === undefined
      ? Response.json(
          { status: false, output: null, error: { code: "not_found", message: name, fields: {} } },
          { status: 404 },
        )
      : Response.json({ status: true, output, error: null });
  });
}

/** The recorded calls with a method. */
export const sent = (method: string) => requests.filter((one) => one.method === method);
