import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../ui/testing";
import { changedFields, type Draft, merged, problemsOf } from "./lowLevels";
import LowLevelsPage from "./LowLevelsPage";
import { HOSTILE, sent, serve } from "./serving";

const ROBIN = { id: 3, name: "Robin", email: "robin@example.com", getsMail: true };
const LEVELS = {
  shop: { lowAt: 5, items: 1200, low: 3 },
  categories: [{ categoryId: 7, name: "Decor / Lighting", lowAt: 8, items: 14, low: 2 }],
  own: { products: 2, items: 3, low: 1 },
  alerts: { frequency: "off", atMinute: 480, recipients: [], lastSentAt: null },
  etag: '"one"',
};
const CHOICES = {
  categories: [
    { id: 7, name: "Decor / Lighting" },
    { id: 9, name: HOSTILE },
  ],
  recipients: [ROBIN],
};
const SETTINGS = {
  version: "v1",
  appliedVersion: "v1",
  sections: [
    {
      section: "general",
      settings: [
        { name: "low_stock", value: 5, isEditable: true, kind: "integer", source: "shop" },
      ],
    },
  ],
};
const ANSWERS = {
  "GET /stock/low-levels": LEVELS,
  "GET /stock/low-levels/choices": CHOICES,
  "GET /settings": SETTINGS,
  "PUT /stock/low-levels": { ...LEVELS, etag: '"two"' },
  "PATCH /settings": { ...SETTINGS, version: "v2" },
};
const ALL = ["stock.read", "stock.edit", "settings.read", "settings.edit", "content.read"] as const;

afterEach(() => vi.unstubAllGlobals());

const bodies = (method: string) => sent(method).map(({ body }) => JSON.parse(body) as unknown);

test("levels of categories are added, changed and saved at once, with Undo", async () => {
  serve(ANSWERS);
  const { container } = renderPage(<LowLevelsPage />, { permissions: ALL });
  const lighting = await screen.findByLabelText("Decor / Lighting, low from");
  expect(lighting).toHaveValue("8");
  expect(screen.getByText("For 14 items, 2 low")).toBeVisible();
  expect(screen.getByText("2 products with levels of their own")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Unsaved changes" })).toBeNull();
  await expectAccessible(container);
  const user = userEvent.setup();
  await user.clear(lighting);
  await user.click(screen.getByRole("button", { name: /^Save/ }));
  expect(await screen.findByText(/Enter a number of units/)).toBeVisible();
  expect(sent("PUT")).toHaveLength(0);
  await user.type(lighting, "12");
  await user.click(screen.getByRole("combobox", { name: "Add a category" }));
  await user.click(await screen.findByRole("option", { name: HOSTILE }));
  const added = screen.getByLabelText(`${HOSTILE}, low from`);
  expect(added).toHaveValue("5");
  expect(screen.getByText("2 unsaved changes")).toBeVisible();
  await user.click(screen.getByRole("button", { name: /^Save/ }));
  await waitFor(() => expect(sent("PUT")).toHaveLength(1));
  const alerts = { frequency: "off", atMinute: 480, recipients: [] };
  expect(bodies("PUT")[0]).toEqual({
    categories: [
      { categoryId: 7, lowAt: 12 },
      { categoryId: 9, lowAt: 5 },
    ],
    alerts,
  });
  // The shop's level is a setting, and did not change.
  expect(sent("PATCH")).toHaveLength(0);
  await user.click(await screen.findByRole("button", { name: /^Undo/ }));
  await waitFor(() => expect(sent("PUT")).toHaveLength(2));
  expect(bodies("PUT")[1]).toEqual({ categories: [{ categoryId: 7, lowAt: 8 }], alerts });
});

test("the shop's level is saved with the settings", async () => {
  serve(ANSWERS);
  renderPage(<LowLevelsPage />, { permissions: ALL });
  const shop = await screen.findByLabelText("The shop, low from");
  const user = userEvent.setup();
  await user.clear(shop);
  await user.type(shop, "4");
  await user.click(screen.getByRole("button", { name: /^Save/ }));
  await waitFor(() => expect(bodies("PATCH")).toEqual([{ values: { low_stock: 4 } }]));
  expect(sent("PUT")).toHaveLength(0);
});

test("emails need a recipient", async () => {
  serve(ANSWERS);
  renderPage(<LowLevelsPage />, { permissions: ALL });
  const user = userEvent.setup();
  await user.click(await screen.findByRole("combobox", { name: "Send" }));
  await user.click(await screen.findByRole("option", { name: "Once a day" }));
  expect(screen.getByLabelText("Time")).toHaveValue("08:00");
  await user.click(screen.getByRole("button", { name: /^Save/ }));
  expect(await screen.findByText("Choose at least one recipient.")).toBeVisible();
  await user.click(screen.getByRole("combobox", { name: "Recipients" }));
  await user.click(await screen.findByRole("option", { name: /Robin/ }));
  await user.click(screen.getByRole("button", { name: /^Save/ }));
  await waitFor(() =>
    expect(bodies("PUT")).toMatchObject([
      { alerts: { frequency: "daily", atMinute: 480, recipients: [3] } },
    ]),
  );
});

test("who may only read stock sees the levels", async () => {
  serve(ANSWERS);
  const { container } = renderPage(<LowLevelsPage />, { permissions: ["stock.read"] });
  const levels = await screen.findByRole("region", { name: "Levels" });
  expect(within(levels).getByText("8")).toBeVisible();
  expect(within(levels).queryByRole("textbox")).toBeNull();
  expect(within(levels).queryByRole("button")).toBeNull();
  expect(screen.getByRole("combobox", { name: "Send" })).toBeDisabled();
  expect(sent("GET").map(({ path }) => path)).not.toContain("/stock/low-levels/choices");
  await expectAccessible(container);
});

test("a failed request can be repeated", async () => {
  serve(ANSWERS);
  const answer = globalThis.fetch;
  let isDown = true;
  vi.stubGlobal("fetch", (request: Request) =>
    isDown ? Promise.reject(new TypeError("offline")) : answer(request),
  );
  renderPage(<LowLevelsPage />, { permissions: ALL });
  const again = await screen.findByRole("button", { name: "Try again" });
  isDown = false;
  await userEvent.setup().click(again);
  expect(await screen.findByRole("region", { name: "Levels" })).toBeVisible();
});

test("somebody else's levels are shown beside one's own", async () => {
  serve(ANSWERS);
  const answer = globalThis.fetch;
  const theirs = { ...LEVELS, categories: [], etag: '"theirs"' };
  let isFirst = true;
  vi.stubGlobal("fetch", (request: Request) => {
    const isSave = request.method === "PUT" && request.url.endsWith("/stock/low-levels");
    if (!isSave || !isFirst) return answer(request);
    isFirst = false;
    const error = {
      code: "edit_conflict",
      message: "Somebody else has changed this in the meantime.",
      fields: {},
      current: theirs,
      etag: theirs.etag,
    };
    return Promise.resolve(Response.json({ status: false, output: null, error }, { status: 412 }));
  });
  renderPage(<LowLevelsPage />, { permissions: ALL });
  const user = userEvent.setup();
  const lighting = await screen.findByLabelText("Decor / Lighting, low from");
  await user.clear(lighting);
  await user.type(lighting, "12");
  await user.click(screen.getByRole("button", { name: /^Save/ }));
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("radio", { name: /Lighting, .*12$/ }));
  await user.click(within(dialog).getByRole("button", { name: "Continue editing" }));
  await waitFor(() =>
    expect(bodies("PUT")).toMatchObject([{ categories: [{ categoryId: 7, lowAt: 12 }] }]),
  );
});

const DRAFT: Draft = {
  shop: 5,
  categories: { 7: 8 },
  frequency: "off",
  atMinute: 480,
  recipients: [3, 4],
};

test("drafts are compared and merged field by field", () => {
  const mine: Draft = { ...DRAFT, categories: { 9: 2 }, recipients: [4, 3], frequency: "hourly" };
  expect(changedFields(mine, DRAFT).sort()).toEqual(["category-7", "category-9", "frequency"]);
  const theirs: Draft = { ...DRAFT, shop: 6, categories: { 7: 8, 11: 1 } };
  expect(merged(theirs, mine, ["category-9"])).toEqual({
    ...theirs,
    categories: { 7: 8, 9: 2, 11: 1 },
  });
  expect(merged(theirs, mine, ["category-7", "frequency"])).toEqual({
    ...theirs,
    categories: { 11: 1 },
    frequency: "hourly",
  });
  expect(problemsOf({ ...DRAFT, shop: "", categories: { 7: "" }, atMinute: null })).toEqual({
    shop: "Enter a number of units, or remove the level.",
    "category-7": "Enter a number of units, or remove the level.",
    atMinute: "Choose a time.",
  });
});
