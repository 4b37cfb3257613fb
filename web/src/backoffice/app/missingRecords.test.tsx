import { screen, waitFor } from "@testing-library/react";
import { matchRoutes, Outlet } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderPage } from "../ui/testing";
import { areaRoutes } from "./sections";

/** Routes with something variable in their address: pages of records, of reports and of settings. */
const detailRoutes = areaRoutes.map(({ path = "" }) => path).filter((path) => path.includes(":"));

const ABSENT = "900000001";
const MISSING = "There is nothing at this address. It was removed, or the address is wrong.";

let requested: string[] = [];

beforeEach(() => {
  requested = [];
  vi.stubGlobal("fetch", ({ url }: Request) => {
    requested.push(url);
    // The inbox shows its list beside the conversation.
    if (new URL(url).pathname.endsWith("/v1/inbox")) {
      const output = { items: [], nextCursor: null, previousCursor: null };
      return Promise.resolve(Response.json({ status: true, output, error: null }));
    }
    const error = { code: "not_found", message: "There is no such record.", fields: {} };
    return Promise.resolve(Response.json({ status: false, output: null, error }, { status: 404 }));
  });
});

afterEach(() => vi.unstubAllGlobals());

const addressOf = (path: string, value: string) => `/${path.replace(/:\w+\??/g, value)}`;

/** Opens a page, which must show the panel once, with a way to a page that exists. */
async function expectMissing(address: string): Promise<void> {
  const { unmount } = renderPage(<Outlet />, { path: address, inside: areaRoutes });
  expect(await screen.findByText(MISSING, {}, { timeout: 15_000 })).toBeVisible();
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
  expect(screen.getAllByText(MISSING)).toHaveLength(1);
  const parent = screen.getByRole("link", { name: "Go back" }).getAttribute("href") ?? "";
  expect(matchRoutes([...areaRoutes], parent)?.at(-1)?.route.path).not.toContain(":id");
  expect(parent).not.toBe(address);
  unmount();
}

describe("the address of a record that does not exist", () => {
  it("is one of many pages", () => {
    expect(detailRoutes.length).toBeGreaterThan(30);
  });

  it.each(detailRoutes)("%s shows that, with a way back", { timeout: 60_000 }, async (path) => {
    await expectMissing(addressOf(path, ABSENT));
  });

  it.each(detailRoutes.filter((path) => path.includes(":id")))(
    "%s without a number requests nothing for it",
    { timeout: 60_000 },
    async (path) => {
      for (const value of ["abc", "9".repeat(30), "0", "-1", "1e3", "%00"]) {
        await expectMissing(addressOf(path, value));
      }
      expect(requested).toEqual([]);
    },
  );
});
