import { notifyManager, type QueryClient, QueryObserver } from "@tanstack/react-query";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "./errors";
import { createQueryClient } from "./queryClient";

const refusal = new ApiError("conflict", "No.", { status: 409, body: { error: "conflict" } });
let client: QueryClient;
let load: ReturnType<typeof vi.fn<() => Promise<string[]>>>;
const area = { queryKey: ["area"], queryFn: () => load(), retryDelay: 0 };

beforeEach(() => {
  client = createQueryClient();
  load = vi.fn(() => Promise.resolve(["a"]));
});

/** What a screen sees of an area: always one of three states. */
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
  // As React hears of it: what happens in one go is one change.
  const stop = observer.subscribe(notifyManager.batchCalls(note));
  return { seen, stop, observer };
}

describe("an area", () => {
  it("loads with neither data nor error, then has data and no error", async () => {
    const { seen, stop } = watch();
    await vi.waitFor(() => expect(seen).toEqual(["loading", "data"]));
    stop();
  });

  it("has the error and no data where loading fails, and loads again when asked to", async () => {
    load.mockRejectedValueOnce(refusal);
    const { seen, stop, observer } = watch();
    await vi.waitFor(() => expect(seen).toEqual(["loading", "error"]));
    expect(observer.getCurrentResult().error).toBe(refusal);
    await observer.refetch();
    await vi.waitFor(() => expect(seen.at(-1)).toBe("data"));
    stop();
  });

  it("keeps the server's error body", async () => {
    load.mockRejectedValueOnce(refusal);
    await expect(client.query(area)).rejects.toMatchObject({ body: { error: "conflict" } });
  });

  it("does not ask for what is there", async () => {
    await client.query(area);
    await client.query(area);
    expect(load).toHaveBeenCalledOnce();
  });

  it("shows what was there until a reload after a change has its answer", async () => {
    const { seen, stop } = watch();
    await vi.waitFor(() => expect(seen).toContain("data"));
    let answer: (data: string[]) => void = () => undefined;
    load.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const reloaded = client.invalidateQueries({ queryKey: ["area"] });
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    // Whatever happened until now has been told.
    await new Promise((resolve) => setTimeout(resolve));
    expect(client.getQueryData(["area"])).toEqual(["a"]);
    answer(["a", "b"]);
    await reloaded;
    expect(seen).toEqual(["loading", "data"]);
    expect(client.getQueryData(["area"])).toEqual(["a", "b"]);
    stop();
  });

  it("has an error in the place of its data where a reload after a change fails", async () => {
    const { seen, stop } = watch();
    await vi.waitFor(() => expect(seen).toContain("data"));
    load.mockRejectedValueOnce(refusal);
    await client.invalidateQueries({ queryKey: ["area"] });
    await vi.waitFor(() => expect(seen).toEqual(["loading", "data", "error"]));
    stop();
  });

  it("keeps its data and has no error where it was only looked at again, and that failed", async () => {
    const { seen, stop, observer } = watch();
    await vi.waitFor(() => expect(seen).toContain("data"));
    load.mockRejectedValueOnce(refusal);
    await client.refetchQueries({ queryKey: ["area"] });
    expect(load).toHaveBeenCalledTimes(2);
    expect(client.getQueryData(["area"])).toEqual(["a"]);
    expect(observer.getCurrentResult()).toMatchObject({ error: null, isSuccess: true });
    expect(seen).toEqual(["loading", "data"]);
    stop();
  });

  it("clears its error while it is tried again", async () => {
    load.mockRejectedValueOnce(refusal);
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

describe("trying again", () => {
  it.each([
    ["no answer", new ApiError("network", "", { status: 0 }), 2],
    ["a gateway's failure", new ApiError("unknown", "", { status: 502 }), 2],
    ["a refusal", refusal, 1],
    ["a failure of the server", new ApiError("internal", "", { status: 500 }), 1],
  ])("of a read after %s", async (_, error, times) => {
    load.mockRejectedValue(error);
    const { seen, stop } = watch();
    await vi.waitFor(() => expect(seen).toContain("error"));
    expect(load).toHaveBeenCalledTimes(times);
    stop();
  });

  it("never of a change", async () => {
    const change = vi.fn(() => Promise.reject(new ApiError("network", "", { status: 0 })));
    const mutation = client.getMutationCache().build(client, { mutationFn: change });
    await expect(mutation.execute(undefined)).rejects.toMatchObject({ code: "network" });
    expect(change).toHaveBeenCalledOnce();
  });
});
