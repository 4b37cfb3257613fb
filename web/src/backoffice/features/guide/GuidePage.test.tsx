import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../ui/testing";
import GuidePage from "./GuidePage";
import type { Guide, GuideStep } from "./queries";

const NAMES = [
  "name",
  "look",
  "region",
  "taxes",
  "delivery",
  "payment",
  "email",
  "product",
] as const;

function guideWith(states: Partial<Record<GuideStep["step"], GuideStep["state"]>>): Guide {
  return {
    steps: NAMES.map((step) => ({
      step,
      state: states[step] ?? "open",
      summary: "",
      problem: null,
    })),
    isDismissed: false,
    canSell: false,
    isCurrencyFixed: false,
  };
}

const company = {
  name: "Klee",
  legalName: "",
  tagline: "",
  email: "",
  phone: "",
  taxNumber: "",
  address: null,
  logo: null,
  logoDark: null,
  favicon: null,
  socialLinks: [],
};
const taxes = {
  rates: [],
  classes: [],
  reverseCharge: false,
  shopInEu: false,
  suggestions: [],
  categories: [],
};
const region = {
  country: "US",
  currency: "USD",
  timeZone: "America/New_York",
  locale: "en-US",
  phoneCountryCode: "+1",
  tax: null,
  pricesIncludeTax: false,
};

let guide: Guide;
const sent: { method: string; path: string; body: unknown }[] = [];

beforeEach(() => {
  guide = guideWith({});
  sent.length = 0;
  const outputs: Record<string, () => unknown> = {
    "setup-guide": () => guide,
    "setup-guide/regions/US": () => region,
    "settings/company": () => company,
    "themes/primary-colour": () => ({ colour: null }),
    "settings/taxes": () => taxes,
    "settings/delivery": () => ({ zones: [], methods: [] }),
    "setup-guide/steps/look/skip": () => guideWith({ look: "skipped" }),
  };
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    const path = new URL(request.url).pathname.replace("/api/admin/v1/", "");
    if (request.method !== "GET") {
      const text = await request.text();
      sent.push({ method: request.method, path, body: text === "" ? null : JSON.parse(text) });
    }
    const output = outputs[path]?.() ?? null;
    return Response.json({ status: true, output, error: null }, { headers: { ETag: '"1"' } });
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

test("opens the first step that is not done", async () => {
  guide = guideWith({ name: "done", look: "skipped", region: "done" });
  const { container } = renderPage(<GuidePage />, { path: "/setup-guide" });
  expect(await screen.findByRole("region", { name: "Taxes" })).toBeInTheDocument();
  expect(screen.getByText("2 of 8 steps done")).toBeInTheDocument();
  // The United States have no single rate.
  expect(await screen.findByText(/There is no single rate in United States/)).toBeInTheDocument();
  expect(screen.getByLabelText("State (optional)")).toBeInTheDocument();
  await expectAccessible(container);
});

test("saves the name and goes on to the next step", async () => {
  const { router } = renderPage(<GuidePage />, { path: "/setup-guide" });
  const name = await screen.findByLabelText("Name of the shop");
  expect(name).toHaveValue("Klee");
  fireEvent.change(name, { target: { value: "" } });
  expect(screen.getByRole("button", { name: "Save and continue" })).toBeDisabled();
  expect(screen.getByText("Enter a name.")).toBeInTheDocument();
  fireEvent.change(name, { target: { value: "Paul" } });
  fireEvent.click(screen.getByRole("button", { name: "Save and continue" }));
  await waitFor(() => expect(router.state.location.search).toBe("?step=look"));
  expect(sent[0]).toMatchObject({
    method: "PUT",
    path: "settings/company",
    body: { name: "Paul", legalName: "" },
  });
});

test("skips a step", async () => {
  const { router } = renderPage(<GuidePage />, { path: "/setup-guide?step=look" });
  fireEvent.click(await screen.findByRole("button", { name: "Skip for now" }));
  await waitFor(() => expect(router.state.location.search).toBe("?step=region"));
  expect(sent[0]?.path).toBe("setup-guide/steps/look/skip");
});

test("builds the first zone and method", async () => {
  renderPage(<GuidePage />, { path: "/setup-guide?step=delivery" });
  fireEvent.change(await screen.findByLabelText("Price"), { target: { value: "4.90" } });
  fireEvent.click(screen.getByRole("radio", { name: "Everywhere, at the same price" }));
  fireEvent.click(screen.getByRole("button", { name: "Save and continue" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  const { zones, methods } = sent[0]?.body as {
    zones: { code: string; places: string[]; restOfWorld: boolean }[];
    methods: { name: string; rates: { zone: string; bands: unknown[] }[] }[];
  };
  expect(zones.map(({ code, places, restOfWorld }) => [code, places, restOfWorld])).toEqual([
    ["home", ["US"], false],
    ["world", [], true],
  ]);
  expect(methods[0]?.name).toBe("Standard delivery");
  expect(methods[0]?.rates.map(({ zone, bands }) => [zone, bands])).toEqual([
    ["home", [{ upTo: null, price: 490 }]],
    ["world", [{ upTo: null, price: 490 }]],
  ]);
});

test("is only read without the right to change settings", async () => {
  renderPage(<GuidePage />, { path: "/setup-guide?step=name", permissions: ["settings.read"] });
  expect(await screen.findByLabelText("Name of the shop")).toBeDisabled();
  expect(screen.queryByRole("button", { name: "Save and continue" })).toBeNull();
});

test("names what keeps the shop from selling at the end", async () => {
  guide = guideWith({});
  guide.steps[4] = {
    ...guide.steps[4],
    step: "delivery",
    problem: "Nobody can order.",
  } as GuideStep;
  renderPage(<GuidePage />, { path: "/setup-guide?step=end" });
  expect(await screen.findByRole("region", { name: "Nobody can order yet" })).toBeInTheDocument();
  expect(screen.getByText("Nobody can order.")).toBeInTheDocument();
});
