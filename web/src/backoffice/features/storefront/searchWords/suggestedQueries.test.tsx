import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../../ui/testing";
import { SuggestedQueries } from "./SuggestedQueries";

const sent: { path: string; body: unknown }[] = [];

function serve(output: unknown) {
  sent.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "POST") {
      sent.push({ path: new URL(request.url).pathname, body: await request.json() });
    }
    const isRead = request.method === "GET";
    return Response.json({ status: true, output: isRead ? output : null, error: null });
  });
}

afterEach(() => vi.unstubAllGlobals());

const QUERIES = {
  days: 30,
  suggested: [{ query: "blue cup", shoppers: 1200 }],
  hidden: ["rude words"],
};

test("a suggested search is hidden with one click, and shown again", async () => {
  serve(QUERIES);
  const { container } = renderPage(<SuggestedQueries canEdit />, { path: "/" });
  expect(await screen.findByText("1,200")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Hide: blue cup" }));
  expect(sent[0]).toEqual({
    path: "/api/admin/v1/suggested-queries/hide",
    body: { query: "blue cup" },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await userEvent.click(screen.getByRole("button", { name: "Show again: rude words" }));
  expect(sent.slice(1)).toEqual([
    { path: "/api/admin/v1/suggested-queries/show", body: { query: "blue cup" } },
    { path: "/api/admin/v1/suggested-queries/show", body: { query: "rude words" } },
  ]);
  await expectAccessible(container);
});

test("who may not edit sees them without buttons", async () => {
  serve(QUERIES);
  renderPage(<SuggestedQueries canEdit={false} />, { path: "/" });
  expect(await screen.findByText("blue cup")).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});
