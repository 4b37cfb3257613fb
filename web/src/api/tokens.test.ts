import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ACCESS_TOKEN, REFRESH_TOKEN } from "@/storage/keys";
import { api, unwrap } from "./client";
import { ApiError } from "./errors";
import { clearTokens, storeTokens, onTokensChange } from "./tokens";

/** A fake server with one valid access token, rotated at each renewal. */
class Shop {
  good = "second";
  refresh: { status: number; body: object } = {
    status: 200,
    body: { status: true, output: { token: "second", refreshToken: "r2" }, error: null },
  };
  renewals = 0;
  beforeRenewal = (): void => undefined;
  whileRefusing = (): void => undefined;
  bearers: (string | null)[] = [];

  answer = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    if (request.url.endsWith("/auth/refresh")) {
      this.renewals += 1;
      this.beforeRenewal();
      return Promise.resolve(Response.json(this.refresh.body, { status: this.refresh.status }));
    }
    const bearer = request.headers.get("Authorization");
    this.bearers.push(bearer);
    if (bearer !== `Bearer ${this.good}`) this.whileRefusing();
    return Promise.resolve(
      bearer === `Bearer ${this.good}`
        ? Response.json({ status: true, output: [], error: null })
        : Response.json(
            {
              status: false,
              output: null,
              error: { code: "unauthorized", message: "Please sign in to continue.", fields: {} },
            },
            { status: 401 },
          ),
    );
  };
}

let shop: Shop;
const getWishlist = () => unwrap(api.GET("/wishlist"));

beforeEach(() => {
  shop = new Shop();
  vi.stubGlobal("fetch", shop.answer);
  storeTokens({ token: "first", refreshToken: "r1" });
});
afterEach(() => {
  vi.unstubAllGlobals();
  clearTokens();
});

describe("a request with an expired token", () => {
  it("is retried with a renewed token, which is stored", async () => {
    await expect(getWishlist()).resolves.toEqual([]);
    expect(shop.bearers).toEqual(["Bearer first", "Bearer second"]);
    expect(localStorage.getItem(ACCESS_TOKEN)).toBe("second");
    expect(localStorage.getItem(REFRESH_TOKEN)).toBe("r2");
  });

  it("shares one renewal with other requests", async () => {
    await Promise.all([getWishlist(), getWishlist(), getWishlist()]);
    expect(shop.renewals).toBe(1);
  });

  it("uses the token that another tab has renewed", async () => {
    shop.whileRefusing = () => localStorage.setItem(ACCESS_TOKEN, "second");
    await expect(getWishlist()).resolves.toEqual([]);
    expect(shop.bearers).toEqual(["Bearer first", "Bearer second"]);
    expect(shop.renewals).toBe(0);
  });

  it("is retried while another tab is writing its tokens", async () => {
    shop.beforeRenewal = () => {
      // The access token is written last, and this tab has not seen it yet.
      localStorage.setItem(REFRESH_TOKEN, "r3");
    };
    await expect(getWishlist()).resolves.toEqual([]);
    expect(shop.bearers).toEqual(["Bearer first", "Bearer second"]);
    // The other tab's tokens are not changed.
    expect(localStorage.getItem(REFRESH_TOKEN)).toBe("r3");
    expect(localStorage.getItem(ACCESS_TOKEN)).toBe("first");
  });

  it("ends the session if the refresh token is rejected", async () => {
    shop.refresh = { status: 401, body: {} };
    const heard = vi.fn();
    const stop = onTokensChange(heard);
    await expect(getWishlist()).rejects.toMatchObject({ status: 401, code: "unauthorized" });
    expect(localStorage.getItem(ACCESS_TOKEN)).toBeNull();
    expect(heard).toHaveBeenCalledWith(null);
    stop();
  });

  it("keeps the tokens if the renewal fails temporarily", async () => {
    shop.refresh = { status: 503, body: {} };
    await expect(getWishlist()).rejects.toBeInstanceOf(ApiError);
    expect(localStorage.getItem(REFRESH_TOKEN)).toBe("r1");
  });

  it("is not retried twice", async () => {
    shop.good = "never";
    await expect(getWishlist()).rejects.toMatchObject({ status: 401 });
    expect(shop.bearers).toHaveLength(2);
  });
});

describe("requests", () => {
  it.each(["\u0000{]", "two words", "ключ", ""])("send no invalid token: %j", async (token) => {
    localStorage.setItem(ACCESS_TOKEN, token);
    await expect(getWishlist()).rejects.toMatchObject({ status: 401 });
    expect(shop.bearers).toEqual([null]);
  });

  it("have no bearer token for guests, and a 401 renews nothing", async () => {
    clearTokens();
    await expect(getWishlist()).rejects.toMatchObject({ status: 401 });
    expect(shop.bearers).toEqual([null]);
    expect(shop.renewals).toBe(0);
  });

  it("always have JSON headers", async () => {
    const seen: (string | null)[] = [];
    vi.stubGlobal("fetch", (request: Request) => {
      seen.push(request.headers.get("Content-Type"));
      return Promise.resolve(Response.json({ status: true, output: [], error: null }));
    });
    await getWishlist();
    await unwrap(api.POST("/api/carts/guest", { body: [7] }));
    expect(seen).toEqual(["application/json", "application/json"]);
  });

  it("explain that the shop could not be reached", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    await expect(getWishlist()).rejects.toMatchObject({ code: "network", status: 0 });
  });

  it("handle error pages of proxies", async () => {
    vi.stubGlobal("fetch", () =>
      Promise.resolve(new Response("<h1>Bad gateway</h1>", { status: 502 })),
    );
    await expect(getWishlist()).rejects.toMatchObject({ code: "unknown", status: 502 });
  });
});
