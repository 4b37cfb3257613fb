import { describe, expect, it } from "vitest";
import { customerOf, isStorable, isStorablePage, kindOf, surplus } from "./rules";

const ORIGIN = "https://shop.test";
const kindAt = (path: string, changes: Partial<Parameters<typeof kindOf>[0]> = {}) =>
  kindOf(
    {
      method: "GET",
      url: new URL(path, ORIGIN),
      mode: "cors",
      hasRange: false,
      authorization: null,
      ...changes,
    },
    ORIGIN,
  );
const navigation = (path: string) => kindAt(path, { mode: "navigate" });
const signedIn = (path: string) => kindAt(path, { authorization: "Bearer a.b.c" });

describe("requests", () => {
  it.each(["/", "/cart", "/products/mug", "/order-detail/SO-1?key=x", "/unsubscribe/alert/x"])(
    "%s is handled as a page",
    (path) => expect(navigation(path)).toBe("page"),
  );

  it.each([
    "/backoffice",
    "/backoffice/orders",
    "/payments/sandbox/1",
    "/media/aa/b.webp",
    "/api/home",
    "/outbox",
    "/robots.txt",
    "/sw.js",
  ])("%s is no page of the storefront", (path) => expect(navigation(path)).toBeNull());

  it.each([
    ["/assets/index-x1.js", "asset"],
    ["/media/aa/b.webp?w=480", "picture"],
    ["/api/home", "catalog"],
    ["/api/products?category=table", "catalog"],
    ["/api/products/mug", "catalog"],
    ["/api/head?path=%2F", "catalog"],
    ["/api/company-details/logoDetails", "catalog"],
  ])("%s is handled as %s", (path, kind) => expect(kindAt(path)).toBe(kind));

  it.each([
    "/backoffice/assets/main.js",
    "/api/admin/v1/orders",
    "/api/products/suggest?q=m",
    "/api/head?path=%2Forder-detail%2FSO-1",
    "/api/wallet",
    "/api/checkout/quote",
    "/api/wishlist/shared/abc",
    "/auth/devices",
    "/customer",
    "/payments/1",
    "/sw.js",
    "https://cdn.test/media/aa/b.webp",
  ])("%s is left to the browser", (path) => {
    expect(kindAt(path)).toBeNull();
    expect(signedIn(path)).toBeNull();
  });

  it("other methods and parts of files are left to the browser", () => {
    expect(kindAt("/api/carts", { method: "POST", authorization: "Bearer a.b.c" })).toBeNull();
    expect(kindAt("/media/aa/b.webp", { method: "POST" })).toBeNull();
    expect(kindAt("/media/aa/b.mp4", { hasRange: true })).toBeNull();
  });

  it.each([
    "/api/carts",
    "/api/orders?page=2",
    "/api/orders/SO-7K2M-9QXD",
    "/api/orders/SO-7K2M-9QXD/documents",
    "/api/orders/SO-7K2M-9QXD/documents/INV-000007",
    "/api/orders/SO-7K2M-9QXD/invoice",
  ])("%s is the customer's, if there is one", (path) => {
    expect(signedIn(path)).toBe("customer");
    expect(kindAt(path)).toBeNull();
  });

  it("an order that is opened with a key, and gift card codes, are never stored", () => {
    expect(signedIn("/api/orders/SO-1?key=abc")).toBeNull();
    expect(signedIn("/api/orders/SO-1/gift-cards")).toBeNull();
  });
});

describe("pages", () => {
  const storable = (path: string) => isStorablePage(new URL(path, ORIGIN));

  it.each(["/", "/products/mug", "/c/collections/table?page=2", "/search?q=mug", "/blogs/glaze"])(
    "%s is stored",
    (path) => expect(storable(path)).toBe(true),
  );

  it.each([
    "/cart",
    "/checkout",
    "/order-detail/SO-1?key=x",
    "/user-profile/orders",
    "/unsubscribe/alert/x",
    "/newsletter/x",
    "/shared-wishlist/x",
    "/login",
    "/?preview=1",
    "/products/mug?preview=1",
  ])("%s is not stored", (path) => expect(storable(path)).toBe(false));
});

describe("responses", () => {
  const response = (control: string, changes = {}) => ({
    status: 200,
    type: "basic",
    redirected: false,
    headers: new Headers({ "Cache-Control": control }),
    ...changes,
  });

  it("of the catalogue are stored if the server says that they are public", () => {
    expect(isStorable("catalog", response("public, max-age=0"))).toBe(true);
    expect(isStorable("catalog", response("no-store"))).toBe(false);
    expect(isStorable("catalog", response("private"))).toBe(false);
    expect(isStorable("catalog", response(""))).toBe(false);
  });

  it("of pages and pictures are not stored if the server forbids it", () => {
    expect(isStorable("page", response("no-store"))).toBe(false);
    expect(isStorable("picture", response("no-store"))).toBe(false);
    expect(isStorable("picture", response("public, immutable"))).toBe(true);
  });

  it("of a customer are stored in the customer's own cache", () => {
    expect(isStorable("customer", response("no-store"))).toBe(true);
  });

  it.each([{ status: 404 }, { status: 206 }, { type: "opaque" }, { redirected: true }])(
    "with %o are never stored",
    (changes) => {
      for (const kind of ["page", "asset", "picture", "catalog", "customer"] as const) {
        expect(isStorable(kind, response("public", changes))).toBe(false);
      }
    },
  );
});

describe("customers", () => {
  const token = (claims: object) =>
    `Bearer e30.${btoa(JSON.stringify(claims)).replace(/=+$/, "")}.c2ln`;

  it("are known by the subject of the token", () => {
    expect(customerOf(token({ sub: "42" }))).toBe("42");
  });

  it.each([null, "Bearer x", "Bearer a.b.c", token({}), token({ sub: "../x" }), "Basic a.b.c"])(
    "%s belongs to nobody",
    (authorization) => expect(customerOf(authorization)).toBeNull(),
  );
});

describe("limits", () => {
  const entries = [5, 1, 3].map((bytes, id) => ({ id, bytes }));
  const ids = (count: number, bytes: number) =>
    surplus(entries, { count, bytes }).map(({ id }) => id);

  it("delete the oldest first, by count and by size", () => {
    expect(ids(3, 9)).toEqual([]);
    expect(ids(2, 9)).toEqual([0]);
    expect(ids(3, 4)).toEqual([0]);
    expect(ids(3, 3)).toEqual([0, 1]);
    expect(ids(0, 0)).toEqual([0, 1, 2]);
  });
});
