import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { renderPage } from "../../ui/testing";
import { contrast, weakestPair } from "./contrast";
import ThemePage from "./ThemePage";

const NAMES = [
  ..."page raised tint ground ink ink2 ink3 line lineStrong".split(" "),
  ..."primary onPrimary sale good bad".split(" "),
];
const NONE = Object.fromEntries(NAMES.map((name) => [name, null]));
const COLOURS = {
  ...Object.fromEntries(NAMES.map((name) => [name, "#1d1b19"])),
  page: "#ffffff",
  onPrimary: "#ffffff",
};
const TOKENS = {
  light: NONE,
  dark: NONE,
  family: "hanken",
  headingFamily: "hanken",
  scale: 100,
  density: "regular",
  corner: 4,
  button: "corner",
};
const PAIRS = [{ front: "ink2", back: "page", minimum: 4.5 }];
const THEME = {
  id: 7,
  name: "Forest",
  isActive: false,
  hasDraft: true,
  tokens: TOKENS,
  versions: [],
};
const OVERVIEW = {
  themes: [],
  pairs: PAIRS,
  standard: TOKENS,
  standardColours: { light: COLOURS, dark: COLOURS },
};

let saved: unknown = null;

/** The server, which finds too little contrast in secondary text that is not dark. */
function serve() {
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname.replace("/api/admin/v1", "");
    if (path.startsWith("/presence/")) {
      return Response.json({ status: true, output: { others: [] }, error: null });
    }
    const body = request.method === "GET" ? null : ((await request.json()) as unknown);
    const headers = { ETag: '"1"' };
    const ok = (output: unknown) =>
      Response.json({ status: true, output, error: null }, { headers });
    if (path === "/themes") return ok(OVERVIEW);
    if (path === "/themes/check") {
      const { light } = body as { light: Record<string, string | null> };
      const isPale = light["ink2"] === "#bbbbbb";
      const finding = { scheme: "light", ratio: 1.9, proposal: "#757575", ...PAIRS[0] };
      return ok({
        variables: { base: {}, light: {}, dark: {} },
        colours: { light: COLOURS, dark: COLOURS },
        findings: isPale ? [finding] : [],
      });
    }
    if (request.method === "PUT") {
      saved = body;
      return ok({ ...THEME, ...(body as object) });
    }
    return ok(THEME);
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
  saved = null;
});

async function open(permissions?: Parameters<typeof renderPage>[1]) {
  serve();
  renderPage(<ThemePage />, {
    path: "/settings/themes/7",
    route: "/settings/themes/:id",
    ...permissions,
  });
  return screen.findByRole("textbox", { name: "Secondary text" });
}

test("a colour with too little contrast is shown with one that has enough, and cannot be published", async () => {
  const field = await open();
  await waitFor(() => expect(screen.getByRole("button", { name: "Publish" })).toBeEnabled());
  await userEvent.type(field, "#bbbbbb");
  const contrast = await screen.findByRole("group", { name: "Contrast of Secondary text" });
  expect(contrast).toHaveTextContent("Contrast 1.91:1 on “page”, needs 4.5:1");
  await userEvent.click(await within(contrast).findByRole("button", { name: "Use #757575" }));
  expect(contrast).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Publish" })).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: /^Save/ }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Publish" })).toBeEnabled());
  expect(saved).toEqual({
    name: "Forest",
    tokens: { ...TOKENS, light: { ...NONE, ink2: "#757575" } },
  });
});

test("without the right, a theme is shown but not changed", async () => {
  expect(await open({ permissions: ["settings.read"] })).toHaveAttribute("readonly");
  expect(screen.queryByRole("button", { name: "Publish" })).not.toBeInTheDocument();
});

test("contrast is measured as the server measures it", () => {
  expect(contrast("#000000", "#ffffff")).toBe(21);
  expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
  expect(weakestPair(PAIRS, COLOURS, "line")).toBeNull();
});
