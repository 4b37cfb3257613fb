import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setBaseUrlSource } from "./baseUrl";
import { api, unwrap, unwrapData, unwrapList, request } from "./client";
import { ApiError } from "./errors";
import { clearTokens, storeTokens } from "./tokens";

type Respond = (request: Request) => Response | Promise<Response>;

let seen: Request[];
let respond: Respond;
const refused = {
  status: false,
  output: null,
  error: { code: "conflict", message: "No.", fields: {} },
};

beforeEach(() => {
  seen = [];
  respond = () => Response.json({ status: true, output: [1], error: null });
  vi.stubGlobal("fetch", async (input: Request) => {
    seen.push(input);
    return respond(input);
  });
});
afterEach(() => {
  clearTokens();
  vi.unstubAllGlobals();
  setBaseUrlSource(() => window.location.origin);
});

const blogs = () => api.GET("/api/blogs");
const document = () =>
  api.GET("/api/orders/{orderId}/documents/{number}", {
    params: { path: { orderId: "SO-1", number: "INV-1" } },
    parseAs: "blob",
  });

async function results(call: Promise<{ data?: unknown; error?: unknown; response: Response }>) {
  const onSuccess = vi.fn();
  const onError = vi.fn();
  await request(call, { onSuccess, onError });
  return { onSuccess, onError };
}

describe("a request", () => {
  it("goes to the path with its method and body, as JSON, with and without a body", async () => {
    await unwrap(api.PUT("/api/carts", { body: { id: 1, quantity: 2 } }));
    await unwrap(blogs());
    expect(seen.map(({ url, method }) => [url, method])).toEqual([
      [`${window.location.origin}/api/carts`, "PUT"],
      [`${window.location.origin}/api/blogs`, "GET"],
    ]);
    for (const { headers } of seen) expect(headers.get("Content-Type")).toBe("application/json");
    expect(await seen[0]?.json()).toEqual({ id: 1, quantity: 2 });
  });

  it("starts from the current base URL", async () => {
    setBaseUrlSource(() => "https://shop.test");
    await unwrap(blogs());
    expect(seen[0]?.url).toBe("https://shop.test/api/blogs");
  });

  it("has a bearer token only after login", async () => {
    await unwrap(blogs());
    storeTokens({ token: "t1", refreshToken: "r1" });
    await unwrap(blogs());
    await unwrapData(document());
    expect(seen.map(({ headers }) => headers.get("Authorization"))).toEqual([
      null,
      "Bearer t1",
      "Bearer t1",
    ]);
  });

  it("passes the data to the success callback", async () => {
    const { onSuccess, onError } = await results(blogs());
    expect(onSuccess).toHaveBeenCalledExactlyOnceWith(
      { status: true, output: [1], error: null },
      expect.any(Response),
    );
    expect(onError).not.toHaveBeenCalled();
  });

  it("passes the error body of a response to the error callback, JSON or not", async () => {
    respond = () => Response.json(refused, { status: 409 });
    const json = await results(blogs());
    expect(json.onError).toHaveBeenCalledExactlyOnceWith(refused, expect.any(Response));
    expect(json.onSuccess).not.toHaveBeenCalled();
    respond = () => new Response("Bad gateway", { status: 502 });
    const text = await results(document());
    expect(text.onError).toHaveBeenCalledExactlyOnceWith("Bad gateway", expect.any(Response));
  });

  it("passes the error if there was no response, and is not retried", async () => {
    respond = () => Promise.reject(new TypeError("Failed to fetch"));
    const { onError } = await results(blogs());
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(ApiError), null);
    expect(seen).toHaveLength(1);
  });
});

describe("the data of a request", () => {
  it("is a blob for files", async () => {
    respond = () => new Response("%PDF-1.7", { headers: { "Content-Type": "application/pdf" } });
    const file = await unwrapData(document());
    expect(file.type).toBe("application/pdf");
    expect(await file.text()).toBe("%PDF-1.7");
  });

  it("is an ApiError with the body of an error response, for JSON and files", async () => {
    respond = () => Response.json(refused, { status: 409 });
    const error = { code: "conflict", message: "No.", status: 409, body: refused };
    await expect(unwrap(blogs())).rejects.toMatchObject(error);
    await expect(unwrapData(document())).rejects.toMatchObject(error);
  });

  it("of a list includes the total", async () => {
    respond = () =>
      Response.json(
        { status: true, output: [1], error: null },
        { headers: { "X-Total-Count": "7" } },
      );
    await expect(unwrapList(blogs())).resolves.toEqual({ items: [1], total: 7 });
  });
});
