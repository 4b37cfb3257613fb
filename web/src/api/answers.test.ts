import { afterEach, expect, it, vi } from "vitest";
import { provideAnswers } from "./answers";
import { api, unwrap, unwrapList } from "./client";

const envelope = (output: unknown) => ({ status: true, output, error: null });

afterEach(() => {
  provideAnswers({});
  vi.unstubAllGlobals();
});

it("answers a request from the document, with the total of a list", async () => {
  const fetched = vi.fn();
  vi.stubGlobal("fetch", fetched);
  provideAnswers({
    "/api/faqs": { body: envelope([]) },
    "/api/blogs?page=2": { body: envelope([]), total: "31" },
  });
  expect(await unwrap(api.GET("/api/faqs"))).toEqual([]);
  const blogs = await unwrapList(api.GET("/api/blogs", { params: { query: { page: 2 } } }));
  expect(blogs).toEqual({ items: [], total: 31 });
  expect(fetched).not.toHaveBeenCalled();
});

it("asks the server for everything else, and once there are no more answers", async () => {
  const fetched = vi.fn(() => Promise.resolve(Response.json(envelope(["fresh"]))));
  vi.stubGlobal("fetch", fetched);
  provideAnswers({ "/api/faqs": { body: envelope([]) } });
  expect(await unwrap(api.GET("/api/blogs"))).toEqual(["fresh"]);
  provideAnswers({});
  expect(await unwrap(api.GET("/api/faqs"))).toEqual(["fresh"]);
  expect(fetched).toHaveBeenCalledTimes(2);
});
