import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "./errors";
import { type Asking, requestBlob, requestJson } from "./request";
import { dropTokens, keepTokens } from "./tokens";

type Answering = (request: Request) => Response | Promise<Response>;

let seen: Request[];
let answering: Answering;
const refused = {
  status: false,
  output: null,
  error: { code: "conflict", message: "No.", fields: {} },
};

beforeEach(() => {
  seen = [];
  answering = () => Response.json({ status: true, output: [1], error: null });
  vi.stubGlobal("fetch", async (input: Request) => {
    seen.push(input);
    return answering(input);
  });
});
afterEach(() => {
  dropTokens();
  vi.unstubAllGlobals();
});

async function asked(asking: Partial<Asking<unknown>> = {}) {
  const onSuccess = vi.fn();
  const onError = vi.fn();
  await requestJson({ path: "api/blogs", onSuccess, onError, ...asking });
  return { onSuccess, onError };
}

describe("the request helper", () => {
  it("sends to the path with the chosen method and body, as JSON", async () => {
    await asked({ path: "customer/address", method: "POST", body: { city: "Portland" } });
    const [request] = seen;
    expect(request?.url).toBe(`${window.location.origin}/customer/address`);
    expect(request?.method).toBe("POST");
    expect(request?.headers.get("Content-Type")).toBe("application/json");
    expect(await request?.json()).toEqual({ city: "Portland" });
  });

  it("reads by default, without a body", async () => {
    await asked();
    expect(seen[0]?.method).toBe("GET");
    expect(seen[0]?.body ?? null).toBeNull();
  });

  it("passes the answer to the success callback", async () => {
    const { onSuccess, onError } = await asked();
    expect(onSuccess).toHaveBeenCalledExactlyOnceWith({ status: true, output: [1], error: null });
    expect(onError).not.toHaveBeenCalled();
  });

  it("passes a file where one was asked for", async () => {
    answering = () =>
      new Response("%PDF-1.7", {
        headers: { "Content-Type": "application/pdf" },
      });
    let file: Blob | undefined;
    await requestBlob({
      path: "api/orders/SO-1/invoice",
      onSuccess: (blob) => (file = blob),
      onError: (error) => {
        throw error;
      },
    });
    expect(file?.type).toBe("application/pdf");
    expect(await file?.text()).toBe("%PDF-1.7");
  });

  it("passes the body of a refusal to the error callback", async () => {
    answering = () => Response.json(refused, { status: 409 });
    const { onSuccess, onError } = await asked({ method: "PUT", body: {} });
    expect(onError).toHaveBeenCalledExactlyOnceWith(refused);
    expect(onSuccess).not.toHaveBeenCalled();
  });

  it("passes what a refusal says that is no JSON", async () => {
    answering = () => new Response("Bad gateway", { status: 502 });
    const { onError } = await asked();
    expect(onError).toHaveBeenCalledExactlyOnceWith("Bad gateway");
  });

  it("passes the error where no answer came, after asking a read once more", async () => {
    answering = () => Promise.reject(new TypeError("Failed to fetch"));
    const { onError } = await asked();
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(ApiError));
    expect(seen).toHaveLength(2);
  });

  it("does not send a change twice", async () => {
    answering = () => Promise.reject(new TypeError("Failed to fetch"));
    const { onError } = await asked({ method: "POST", body: {} });
    expect(onError).toHaveBeenCalledOnce();
    expect(seen).toHaveLength(1);
  });

  it("carries a bearer only where somebody is logged in", async () => {
    await asked();
    keepTokens({ token: "t1", refreshToken: "r1" });
    await asked();
    expect(seen.map((request) => request.headers.get("Authorization"))).toEqual([
      null,
      "Bearer t1",
    ]);
  });

  it("calls nobody back once it was ended", async () => {
    const leaving = new AbortController();
    answering = (request) =>
      new Promise((_, reject) => {
        request.signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
        leaving.abort();
      });
    const { onSuccess, onError } = await asked({ signal: leaving.signal });
    expect(onSuccess).not.toHaveBeenCalled();
    expect(onError).not.toHaveBeenCalled();
    expect(seen).toHaveLength(1);
  });
});
