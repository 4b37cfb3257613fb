import { notifyManager, type QueryClient, QueryObserver } from "@tanstack/react-query";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "./errors";
import { createQueryClient } from "./queryClient";

const conflict = new ApiError("conflict", "No.", { status: 409, body: { error: "conflict" } });
let client: QueryClient;
let load: ReturnType<typeof vi.fn<() => Promise<string[]>>>;
const area = { queryKey: ["area"], queryFn: () => load(), retryDelay: 0 };

beforeEach(() => {
  client = createQueryClient();
  load = vi.fn(() => Promise.resolve(["a"]));
});

/** The state of a query as a page sees it: loading, data or error. */
function watch() {
  const observer = new QueryObserver(client, area);
  const seen: string[] = [];
  const note = () => {
    const { data, error } = observer.getCurrentResult();
    const state = data !== undefined ? "data" : error !== null ? "error" : "loading";
    expect([data, error].filter((part) => part !== undefined && part !== null).length).toBeLessThan(
      2,
    );
    if (seen.at(-1) !== state) seen.push(state);
  };
  note();
  // As in React, simultaneous changes are one change.
  const stop = observer.subscribe(notifyManager.batchCalls(note));
  return { seen, stop, observer };
}

describe("an area", () => {
  it("loads with neither data nor error, then has data and no error", async () => {
    const { seen, stop } = watch();
    await vi.waitFor(() => expect(seen).toEqual(["loading", "data"]));
    stop();
  });

  it("has an error and no data if loading fails, and loads again on request", async () => {
    load.mockRejectedValueOnce(conflict);
    const { seen, stop, observer } = watch();
    await vi.waitFor(() => expect(seen).toEqual(["loading", "error"]));
    expect(observer.getCurrentResult().error).toBe(conflict);
    await observer.refetch();
    await vi.waitFor(() => expect(seen.at(-1)).toBe("data"));
    stop();
  });

  it("keeps the server's error body", async () => {
    load.mockRejectedValueOnce(conflict);
    await expect(client.query(area)).rejects.toMatchObject({ body: { error: "conflict" } });
  });

  it("does not reload data that is there", async () => {
    await client.query(area);
    await client.query(area);
    expect(load).toHaveBeenCalledOnce();
  });

  it("shows the old data until the reload after a change is done", async () => {
    const { seen, stop } = watch();
    await vi.waitFor(() => expect(seen).toContain("data"));
    let answer: (data: string[]) => void = () => undefined;
    load.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const reloaded = client.invalidateQueries({ queryKey: ["area"] });
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    // All previous changes have been reported.
    await new Promise((resolve) => setTimeout(resolve));
    expect(client.getQueryData(["area"])).toEqual(["a"]);
    answer(["a", "b"]);
    await reloaded;
    expect(seen).toEqual(["loading", "data"]);
    expect(client.getQueryData(["area"])).toEqual(["a", "b"]);
    stop();
  });

  it("has an error instead of data if the reload after a change fails", async () => {
    const { seen, stop } = watch();
    await vi.waitFor(() => expect(seen).toContain("data"));
    load.mockRejectedValueOnce(conflict);
    await client.invalidateQueries({ queryKey: ["area"] });
    await vi.waitFor(() => expect(seen).toEqual(["loading", "data", "error"]));
    stop();
  });

  it("keeps its data without an error if a background refetch fails", async () => {
    const { seen, stop, observer } = watch();
    await vi.waitFor(() => expect(seen).toContain("data"));
    load.mockRejectedValueOnce(conflict);
    await client.refetchQueries({ queryKey: ["area"] });
    expect(load).toHaveBeenCalledTimes(2);
    expect(client.getQueryData(["area"])).toEqual(["a"]);
    expect(observer.getCurrentResult()).toMatchObject({ error: null, isSuccess: true });
    expect(seen).toEqual(["loading", "data"]);
    stop();
  });

  it("clears its error during a retry", async () => {
    load.mockRejectedValueOnce(conflict);
    const { seen, stop, observer } = watch();
    await vi.waitFor(() => expect(seen).toEqual(["loading", "error"]));
    let answer: (data: string[]) => void = () => undefined;
    load.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const again = observer.refetch();
    await vi.waitFor(() => expect(seen).toEqual(["loading", "error", "loading"]));
    answer(["a"]);
    await again;
    await vi.waitFor(() => expect(seen.at(-1)).toBe("data"));
    stop();
  });
});

describe("a retry", () => {
  it.each([
    ["no response", new ApiError("network", "", { status: 0 }), 2],
    ["a gateway error", new ApiError("unknown", "", { status: 502 }), 2],
    ["an error response", conflict, 1],
    ["a server error", new ApiError("internal", "", { status: 500 }), 1],
  ])("is made or not for a read after %s", async (_, error, times) => {
    load.mockRejectedValue(error);
    const { seen, stop } = watch();
    await vi.waitFor(() => expect(seen).toContain("error"));
    expect(load).toHaveBeenCalledTimes(times);
    stop();
  });

  it("is never made for a change", async () => {
    const change = vi.fn(() => Promise.reject(new ApiError("network", "", { status: 0 })));
    const mutation = client.getMutationCache().build(client, { mutationFn: change });
    await expect(mutation.execute(undefined)).rejects.toMatchObject({ code: "network" });
    expect(change).toHaveBeenCalledOnce();
  });
});
