import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../ui/testing";
import { ExtensionPage } from "./ExtensionPage";
import { InvalidScreen, mountScreen, type ScreenContext } from "./screenModule";

const CARDS = {
  id: "stamp_card.cards",
  title: "Stamp cards",
  path: "/stamp-card",
  icon: "star",
  permission: "customers.read",
  module: "/api/stamp-card/screen.js",
};

function serve(screens: readonly unknown[]) {
  vi.spyOn(globalThis, "fetch").mockImplementation(() =>
    Promise.resolve(Response.json({ status: true, output: screens, error: null })),
  );
}

function context(): Omit<ScreenContext, "api"> {
  return {
    element: document.createElement("div"),
    locale: "en-US",
    path: "/7",
    navigate: vi.fn(),
    toast: vi.fn(),
  };
}

afterEach(() => {
  vi.restoreAllMocks();
});

test("a module draws into its element, calls the API and is removed", async () => {
  serve([{ stamps: 3 }]);
  const given = context();
  const removed = vi.fn();
  const module = {
    version: 1,
    mount: async ({ element, api, path }: ScreenContext) => {
      element.textContent = `${path} ${JSON.stringify(await api("/api/admin/v1/stamp-card/cards"))}`;
      return removed;
    },
  };
  const unmount = await mountScreen("/api/stamp-card/screen.js", given, () =>
    Promise.resolve(module),
  );
  expect(given.element).toHaveTextContent('/7 [{"stamps":3}]');
  unmount();
  expect(removed).toHaveBeenCalledOnce();
});

test("a screen calls this shop's API only", async () => {
  const module = {
    version: 1,
    mount: ({ api }: ScreenContext) => api("https://elsewhere.example/api/").then(() => undefined),
  };
  await expect(mountScreen("/x.js", context(), () => Promise.resolve(module))).rejects.toThrow(
    TypeError,
  );
});

test.each([{}, { version: 2, mount: () => undefined }, { version: 1 }])(
  "a module that does not follow the interface is refused: %j",
  async (module) => {
    await expect(mountScreen("/x.js", context(), () => Promise.resolve(module))).rejects.toThrow(
      InvalidScreen,
    );
  },
);

test("a screen that fails shows a panel instead", async () => {
  serve([CARDS]);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { container } = renderPage(<ExtensionPage otherwise={<p>Nothing here</p>} />, {
    path: "/stamp-card/7",
    route: "*",
  });
  expect(await screen.findByRole("heading", { name: "Stamp cards" })).toBeInTheDocument();
  // There is no such module in a test.
  expect(await screen.findByText("The screen “Stamp cards” of a plug-in failed")).toBeVisible();
  expect(screen.getByRole("button", { name: "Try again" })).toBeInTheDocument();
  await expectAccessible(container);
});

test("an address without a screen shows what is there otherwise", async () => {
  serve([CARDS]);
  renderPage(<ExtensionPage otherwise={<p>Nothing here</p>} />, {
    path: "/stamp-cards",
    route: "*",
  });
  await waitFor(() => expect(screen.getByText("Nothing here")).toBeInTheDocument());
});
