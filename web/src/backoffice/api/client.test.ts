import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, setCsrfToken, setHandlers, unwrap, unwrapVersioned } from "./client";
import { ApiError } from "./errors";

const fetched = vi.fn<(request: Request) => Promise<Response>>();
const signInAgain = vi.fn<() => Promise<boolean>>();
const proveIdentity = vi.fn<() => Promise<boolean>>();

// Any path will do: the client sends what it is given.
const post = api.POST as unknown as (path: string, init?: object) => Promise<never>;
const get = api.GET as unknown as (path: string, init?: object) => Promise<never>;
const key = { headers: { "Idempotency-Key": "abc" }, body: { amount: 100 } };

function answer(output: unknown, headers: Record<string, string> = {}): Response {
  return Response.json({ status: true, output, error: null }, { headers });
}

function errorResponse(status: number, code: string, extra: object = {}): Response {
  const error = { code, message: "No.", fields: {}, ...extra };
  return Response.json(
    { status: false, output: null, error },
    { status, headers: { "X-Request-Id": "req-1234" } },
  );
}

beforeEach(() => {
  vi.stubGlobal("fetch", fetched);
  signInAgain.mockResolvedValue(false);
  setHandlers({ signInAgain, proveIdentity });
  setCsrfToken("csrf-1");
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

async function errorOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

describe("requests", () => {
  it("send the CSRF token with writes only", async () => {
    fetched.mockImplementation(() => Promise.resolve(answer(1)));
    await unwrap(get("/api/admin/v1/orders"));
    await unwrap(post("/api/admin/v1/orders"));
    const sent = fetched.mock.calls.map(([request]) => request.headers.get("X-CSRF-Token"));
    expect(sent).toEqual([null, "csrf-1"]);
  });

  it("return the output and the ETag", async () => {
    fetched.mockResolvedValueOnce(answer({ id: 7 }, { ETag: '"v1"' }));
    expect(await unwrapVersioned(get("/api/admin/v1/orders"))).toEqual({
      output: { id: 7 },
      etag: '"v1"',
    });
  });

  it("throw errors with the request id and the error's own data", async () => {
    fetched.mockResolvedValueOnce(
      errorResponse(412, "edit_conflict", { current: { name: "New" } }),
    );
    const error = await errorOf(unwrap(get("/api/admin/v1/orders")));
    expect([error.code, error.status, error.requestId]).toEqual(["edit_conflict", 412, "req-1234"]);
    expect(error.details["current"]).toEqual({ name: "New" });
    expect(error.mayHaveChanged).toBe(false);
  });

  it("say that nobody knows whether something changed if there was no response", async () => {
    fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    const error = await errorOf(unwrap(post("/api/admin/v1/orders")));
    expect([error.code, error.mayHaveChanged]).toEqual(["network", true]);
  });

  it("are not sent while the browser is offline, and change nothing", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValueOnce(false);
    const error = await errorOf(unwrap(post("/api/admin/v1/orders")));
    expect([error.code, error.mayHaveChanged]).toEqual(["offline", false]);
    expect(fetched).not.toHaveBeenCalled();
  });

  it("read a proxy's error page", async () => {
    fetched.mockResolvedValueOnce(new Response("<h1>Bad gateway</h1>", { status: 502 }));
    const error = await errorOf(unwrap(get("/api/admin/v1/orders")));
    expect([error.code, error.status, error.mayHaveChanged]).toEqual(["unknown", 502, true]);
  });
});

describe("a session that ended", () => {
  it("is reported", async () => {
    fetched.mockResolvedValueOnce(errorResponse(401, "unauthorized"));
    await errorOf(unwrap(get("/api/admin/v1/orders")));
    expect(signInAgain).toHaveBeenCalledOnce();
  });

  it("sends the request again once the operator has signed in", async () => {
    signInAgain.mockImplementationOnce(() => {
      setCsrfToken("new");
      return Promise.resolve(true);
    });
    fetched.mockResolvedValueOnce(errorResponse(401, "unauthorized"));
    fetched.mockResolvedValueOnce(answer("done"));
    expect(await unwrap(post("/api/admin/v1/orders", key))).toBe("done");
    const again = fetched.mock.calls[1]?.[0];
    expect(again?.headers.get("Idempotency-Key")).toBe("abc");
    expect(again?.headers.get("X-CSRF-Token")).toBe("new");
  });

  it("is not reported by the request that asks whether there is one", async () => {
    fetched.mockResolvedValueOnce(errorResponse(401, "unauthorized"));
    await errorOf(unwrap(get("/api/admin/v1/session")));
    expect(signInAgain).not.toHaveBeenCalled();
  });
});

describe("a request that needs step-up authentication", () => {
  it("is repeated with the same key and body after it", async () => {
    proveIdentity.mockResolvedValueOnce(true);
    fetched.mockResolvedValueOnce(errorResponse(403, "step_up_required"));
    fetched.mockResolvedValueOnce(answer("done"));
    expect(await unwrap(post("/api/admin/v1/orders", key))).toBe("done");
    const again = fetched.mock.calls[1]?.[0];
    expect(again?.headers.get("Idempotency-Key")).toBe("abc");
    expect(await again?.json()).toEqual({ amount: 100 });
  });

  it("fails if the dialog is closed", async () => {
    proveIdentity.mockResolvedValueOnce(false);
    fetched.mockResolvedValueOnce(errorResponse(403, "step_up_required"));
    const error = await errorOf(unwrap(post("/api/admin/v1/orders", key)));
    expect(error.code).toBe("step_up_required");
    expect(fetched).toHaveBeenCalledOnce();
  });

  it("asks once for several requests", async () => {
    let prove: (done: boolean) => void = () => undefined;
    proveIdentity.mockReturnValueOnce(new Promise((resolve) => (prove = resolve)));
    fetched.mockResolvedValueOnce(errorResponse(403, "step_up_required"));
    fetched.mockResolvedValueOnce(errorResponse(403, "step_up_required"));
    fetched.mockImplementation(() => Promise.resolve(answer(1)));
    const both = Promise.all([unwrap(post("/a", key)), unwrap(post("/b", key))]);
    await vi.waitFor(() => expect(proveIdentity).toHaveBeenCalled());
    prove(true);
    expect(await both).toEqual([1, 1]);
    expect(proveIdentity).toHaveBeenCalledOnce();
  });

  it("does not ask for any other errorResponse", async () => {
    fetched.mockResolvedValueOnce(errorResponse(403, "forbidden"));
    await errorOf(unwrap(post("/api/admin/v1/orders")));
    expect(proveIdentity).not.toHaveBeenCalled();
  });
});
