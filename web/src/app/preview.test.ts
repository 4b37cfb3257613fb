import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, it } from "vitest";
import type { Home } from "@/api/types";
import { homeQuery } from "@/features/merchandising/queries";
import { useFrame } from "@/state/frame";
import { startPreview } from "./preview";

const home: Home = {
  pageItem: { categoryList: [], sliderList: [], salesList: [], featureSection: [] },
  highlights: null,
  sections: [],
};

function receive(data: object, origin = window.location.origin, source: Window | null = window) {
  window.dispatchEvent(new MessageEvent("message", { data, origin, source }));
}

afterEach(() => {
  useFrame.setState({ header: null });
});

it("shows drafts of the page around it only", () => {
  const client = new QueryClient();
  startPreview(client);
  const shown = () => client.getQueryData(homeQuery.queryKey);
  receive({ type: "stallage.preview.layout", home }, "https://example.org");
  receive({ type: "stallage.preview.layout", home }, window.location.origin, null);
  receive({ type: "other", home });
  expect(shown()).toBeUndefined();
  receive({ type: "stallage.preview.layout", home });
  expect(shown()).toEqual(home);
  receive({
    type: "stallage.preview.layout",
    frame: { header: [], footer: null, announcement: null },
  });
  expect(useFrame.getState().header).toEqual([]);
});

it("keeps the draft when the stored page arrives, and leads nowhere", async () => {
  const client = new QueryClient();
  startPreview(client);
  receive({ type: "stallage.preview.layout", home });
  const stored = { ...home, sections: null };
  await client.query({ ...homeQuery, queryFn: () => Promise.resolve(stored) });
  expect(client.getQueryData(homeQuery.queryKey)).toEqual(home);
  const link = document.createElement("a");
  link.href = "/faqs";
  document.body.append(link);
  const click = new MouseEvent("click", { bubbles: true, cancelable: true });
  expect(link.dispatchEvent(click)).toBe(false);
  link.remove();
});
