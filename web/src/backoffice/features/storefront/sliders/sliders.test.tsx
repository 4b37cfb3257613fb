import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../../ui/testing";
import NewSectionPage from "./NewSectionPage";
import type { SectionDetails, SliderDetails } from "./queries";
import SectionPage from "./SectionPage";
import SliderPage from "./SliderPage";
import SlidersPage from "./SlidersPage";

const product = (id: number, title: string) => ({
  id,
  title,
  slug: title.toLowerCase(),
  image: null,
  price: { amount: 2500, currency: "USD" },
  inStock: true,
  onSale: true,
});
const BOWL = product(1, "Bowl");
const VASE = product(2, "Vase");
const HERO: SliderDetails = {
  id: 7,
  slug: "hero",
  title: "Hero",
  subtitle: "",
  callToAction: "",
  image: null,
  phoneImage: null,
  startsAt: null,
  endsAt: null,
  products: [BOWL, VASE],
  link: "/s/collections/hero",
  home: "automatic",
  etag: '"one"',
};
const listed = (id: number, title: string) => ({
  id,
  title,
  slug: title.toLowerCase(),
  subtitle: "",
  image: null,
  startsAt: null,
  endsAt: null,
  products: 2,
  link: `/s/collections/${title.toLowerCase()}`,
});
const SLIDERS = { items: [listed(7, "Hero"), listed(8, "Autumn")], home: "absent", etag: '"l"' };
const TILE = {
  id: 3,
  slug: "bowls",
  title: "Bowls",
  text: "",
  image: null,
  phoneImage: null,
  products: [BOWL],
  link: "/s/5/bowls",
};
const NEW_IN: SectionDetails = {
  id: 5,
  slug: "new-in",
  title: "New in",
  subtitle: "",
  kind: "buttons",
  tiles: [TILE],
  home: "absent",
  etag: '"s"',
};
const SECTIONS = {
  items: [
    { id: 5, slug: "new-in", title: "New in", kind: "buttons", tiles: 1, home: "absent" },
    { id: 6, slug: "gifts", title: "Gifts", kind: "carousel", tiles: 2, home: "placed" },
  ],
  etag: '"k"',
};
const LISTS = { "GET /sliders": SLIDERS, "GET /feature-sections": SECTIONS };

interface Sent {
  key: string;
  body: unknown;
  match: string | null;
}
const requests: Sent[] = [];
const sent = (key: string) => requests.filter((one) => one.key === key).at(-1);

/** Answers the API; `answers` has outputs by method and path, or whole responses. */
function serve(answers: Record<string, unknown>) {
  vi.stubGlobal("fetch", async (request: Request | string) => {
    if (typeof request === "string") return Response.json({});
    const path = new URL(request.url).pathname.replace("/api/admin/v1", "");
    const key = `${request.method} ${path}`;
    const text = await request.clone().text();
    const body: unknown = text === "" ? null : JSON.parse(text);
    requests.push({ key, body, match: request.headers.get("If-Match") });
    const answer = key in answers ? answers[key] : undefined;
    if (answer instanceof Response) return answer.clone();
    if (path.startsWith("/presence/")) {
      return Response.json({ status: true, output: { others: [] }, error: null });
    }
    const error = { code: "not_found", message: key, fields: {} };
    return answer === undefined
      ? Response.json({ status: false, output: null, error }, { status: 404 })
      : Response.json({ status: true, output: answer, error: null });
  });
}

beforeEach(() => {
  requests.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

test("the list tells that a composed home page leaves sliders out", async () => {
  serve(LISTS);
  const { container } = renderPage(<SlidersPage />);
  const sliders = await screen.findByRole("region", { name: "Sliders" });
  expect(within(sliders).getByText(/shoppers do not see them/)).toBeVisible();
  expect(within(sliders).getByRole("link", { name: "Open home page" })).toHaveAttribute(
    "href",
    "/storefront/home",
  );
  const sections = within(screen.getByRole("region", { name: "Feature sections" }));
  expect(sections.getAllByText("Not on the home page")).toHaveLength(1);
  await expectAccessible(container);
});

test("a new order is stored at once, and Undo stores the one before", async () => {
  const after = { ...SLIDERS, items: [...SLIDERS.items].reverse(), etag: '"m"' };
  serve({ ...LISTS, "PUT /sliders/order": after });
  renderPage(<SlidersPage />);
  (await screen.findByRole("button", { name: "Move Autumn" })).focus();
  await userEvent.keyboard("{ArrowUp}");
  await screen.findByText("Order saved");
  expect(sent("PUT /sliders/order")).toMatchObject({ body: { ids: [8, 7] }, match: '"l"' });
  await userEvent.click(screen.getByRole("button", { name: /^Undo/ }));
  await waitFor(() =>
    expect(sent("PUT /sliders/order")).toMatchObject({ body: { ids: [7, 8] }, match: '"m"' }),
  );
});

test("without the right to change, nothing can be moved, added or entered", async () => {
  serve({ ...LISTS, "GET /sliders/7": HERO });
  const options = { permissions: ["content.read"] as const };
  const { unmount } = renderPage(<SlidersPage />, options);
  expect(await screen.findByRole("button", { name: "Move Hero" })).toBeDisabled();
  expect(screen.queryByRole("link", { name: "Add slider" })).toBeNull();
  unmount();
  renderPage(<SliderPage />, {
    ...options,
    path: "/storefront/sliders/7",
    route: "/storefront/sliders/:id",
  });
  expect(await screen.findByLabelText("Title")).toBeDisabled();
  expect(screen.queryByRole("button", { name: "More actions" })).toBeNull();
});

test("a slider is saved whole with its version, and looks as in the draft before", async () => {
  serve({ "GET /sliders/7": HERO, "PUT /sliders/7": { ...HERO, etag: '"two"' } });
  renderPage(<SliderPage />, {
    path: "/storefront/sliders/7",
    route: "/storefront/sliders/:id",
  });
  await userEvent.type(await screen.findByLabelText("Text of the button"), "See all");
  screen.getByRole("button", { name: "Move Vase" }).focus();
  await userEvent.keyboard("{ArrowUp}");
  await waitFor(() =>
    expect(sent("POST /layouts/home/preview")?.body).toMatchObject({
      sections: [{ kind: "banner", slides: [{ title: "Hero", callToAction: "See all" }] }],
    }),
  );
  await userEvent.click(screen.getByRole("button", { name: /^Save/ }));
  await screen.findByText("Saved and published");
  expect(sent("PUT /sliders/7")).toMatchObject({
    body: { title: "Hero", slug: "hero", callToAction: "See all", productIds: [2, 1] },
    match: '"one"',
  });
});

test("of two changes of one field the operator chooses, others are merged", async () => {
  const current = { ...HERO, title: "Theirs", subtitle: "Also theirs" };
  const error = {
    ...{ code: "edit_conflict", message: "Changed.", fields: {} },
    ...{ current, etag: '"two"' },
  };
  const refused = Response.json({ status: false, output: null, error }, { status: 412 });
  serve({ "GET /sliders/7": HERO, "PUT /sliders/7": refused });
  renderPage(<SliderPage />, {
    path: "/storefront/sliders/7",
    route: "/storefront/sliders/:id",
  });
  const title = await screen.findByLabelText("Title");
  await userEvent.clear(title);
  await userEvent.type(title, "Mine");
  await userEvent.click(screen.getByRole("button", { name: /^Save/ }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("radio", { name: /Mine/ }));
  serve({ "PUT /sliders/7": { ...current, title: "Mine", etag: '"three"' } });
  await userEvent.click(within(dialog).getByRole("button", { name: /Save|Continue|Apply/ }));
  await waitFor(() =>
    expect(sent("PUT /sliders/7")).toMatchObject({
      body: { title: "Mine", subtitle: "Also theirs" },
      match: '"two"',
    }),
  );
});

test("a section is created once all its tiles have titles", async () => {
  serve({ "POST /feature-sections": NEW_IN });
  const { router } = renderPage(<NewSectionPage />, {
    path: "/storefront/sliders/sections/new",
    route: "/storefront/sliders/sections/new",
  });
  await userEvent.type(screen.getByLabelText("Title"), "New in");
  const create = screen.getByRole("button", { name: "Create section" });
  expect(create).toBeDisabled();
  await userEvent.type(screen.getByLabelText("Title of the tile"), "Bowls");
  await userEvent.click(create);
  await waitFor(() =>
    expect(router.state.location.pathname).toBe("/storefront/sliders/sections/5"),
  );
  expect(sent("POST /feature-sections")?.body).toMatchObject({
    title: "New in",
    kind: "product-tiles",
    tiles: [{ id: null, title: "Bowls", productIds: [] }],
  });
});

test("a problem of a tile is shown at the tile", async () => {
  const fields = { "tiles.0.slug": ["Name already exists."] };
  const error = { code: "invalid_fields", message: "Check the fields.", fields };
  const refused = Response.json({ status: false, output: null, error }, { status: 422 });
  serve({ "GET /feature-sections/5": NEW_IN, "PUT /feature-sections/5": refused });
  renderPage(<SectionPage />, {
    path: "/storefront/sliders/sections/5",
    route: "/storefront/sliders/sections/:id",
  });
  expect(await screen.findByText(/without this section/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: /^Bowls/ }));
  await userEvent.type(screen.getByLabelText("Name in URLs"), "x");
  await userEvent.click(screen.getByRole("button", { name: /^Save/ }));
  expect(await screen.findByText("Name already exists.")).toBeVisible();
  expect(sent("PUT /feature-sections/5")?.body).toMatchObject({
    tiles: [{ id: 3, slug: "bowlsx" }],
  });
});
