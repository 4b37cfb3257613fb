import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Permission } from "../../session/permissions";
import { expectAccessible, renderPage } from "../../ui/testing";
import CurrencyPage from "./CurrencyPage";

const setting = (name: string, value: string | number, more: object = {}) => ({
  name,
  label: name,
  variable: `STALLAGE_${name.toUpperCase()}`,
  meaning: "",
  kind: "text",
  choices: [],
  minimum: null,
  maximum: null,
  value,
  default: value,
  isSet: true,
  endsWith: "",
  changedAt: null,
  source: "default",
  isEditable: true,
  ...more,
});

const overview = (...settings: ReturnType<typeof setting>[]) => ({
  sections: [
    {
      section: "currency",
      settings: [
        setting("currency", "EUR"),
        setting("price_rounding", "exact", { kind: "choice" }),
        setting("price_step", 5, { kind: "money" }),
        setting("price_ending", 99, { kind: "number" }),
      ].map((one) => settings.find(({ name }) => name === one.name) ?? one),
    },
  ],
  version: "v1",
  appliedVersion: "v1",
});

const euros = (amount: number) => ({ amount, currency: "EUR" });

const preview = (rounded: number, more: object = {}) => ({
  currency: "EUR",
  decimals: 2,
  endings: 100,
  largeAmount: "€1,234.50",
  smallestAmount: "€0.01",
  isFixed: false,
  hasPrices: true,
  problem: null,
  examples: [
    {
      title: "Everyday bowl",
      price: euros(2499),
      percent: 15,
      isInSale: true,
      exactPrice: euros(2124),
      roundedPrice: euros(rounded),
    },
  ],
  changedProducts: 0,
  raisedProducts: 0,
  priorPriceRule: true,
  ...more,
});

let requests: { method: string; path: string; body: unknown }[] = [];
/** Answers by method and path. */
let answers: Record<string, (body: { values: Record<string, unknown> }) => Response> = {};

const ok = (output: unknown) => Response.json({ status: true, output, error: null });
const failed = (status: number, error: object) =>
  Response.json({ status: false, output: null, error }, { status });

beforeEach(() => {
  requests = [];
  answers = {
    "GET /settings": () => ok(overview()),
    "GET /settings/changes": () => ok({ items: [], nextCursor: null, previousCursor: null }),
    "POST /settings/currency/preview": () => ok(preview(2124)),
    "POST /presence": () => ok({ others: [] }),
    "PUT /presence": () => ok({ others: [] }),
  };
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    const path = new URL(request.url).pathname.replace("/api/admin/v1", "");
    const text = await request.text();
    const body = (text === "" ? {} : JSON.parse(text)) as { values: Record<string, unknown> };
    requests.push({ method: request.method, path, body });
    return answers[`${request.method} ${path}`]?.(body) ?? ok({ others: [] });
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

const show = (permissions?: readonly Permission[]) =>
  renderPage(<CurrencyPage />, {
    path: "/settings/currency",
    ...(permissions ? { permissions } : {}),
  });

const cells = (name: string) =>
  within(screen.getByRole("row", { name: new RegExp(name) }))
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);

it("shows how amounts look and what a rounding makes of prices before it is saved", async () => {
  answers["POST /settings/currency/preview"] = ({ values }) =>
    ok(
      values["price_rounding"] === "ending" ? preview(2099, { changedProducts: 1 }) : preview(2124),
    );
  const { container } = show();
  await screen.findByText("Everyday bowl");
  expect(screen.getByText("€1,234.50")).toBeVisible();
  expect(cells("Everyday bowl")).toEqual(["€24.99", "−15%", "€21.24", "€21.24"]);
  await userEvent.click(screen.getByRole("radio", { name: "The nearest price with an ending" }));
  await waitFor(() =>
    expect(cells("Everyday bowl")).toEqual(["€24.99", "−15%", "€21.24", "€20.99"]),
  );
  expect(screen.getByText(/1 product in a sale changes its price/)).toBeVisible();
  expect(screen.getByText("Prices such as €19.99")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "…95" }));
  answers["PATCH /settings"] = () =>
    ok(
      overview(
        setting("price_rounding", "ending", { kind: "choice", source: "shop" }),
        setting("price_ending", 95, { kind: "number", source: "shop" }),
      ),
    );
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Save" })).toBeNull());
  expect(requests.find(({ method }) => method === "PATCH")?.body).toEqual({
    values: { price_rounding: "ending", price_ending: 95 },
  });
  await expectAccessible(container);
});

it("types a step in the currency's own units", async () => {
  show();
  await userEvent.click(await screen.findByRole("radio", { name: "The nearest step" }));
  const step = screen.getByRole("textbox", { name: "Step" });
  await userEvent.clear(step);
  await userEvent.type(step, "0.5");
  await waitFor(() =>
    expect(requests.at(-1)?.body).toEqual({ values: { price_rounding: "step", price_step: 50 } }),
  );
  await userEvent.click(screen.getByRole("button", { name: "€0.10" }));
  expect(step).toHaveValue("0.10");
});

it("warns when prices of running sales would rise", async () => {
  answers["POST /settings/currency/preview"] = () =>
    ok(preview(2149, { changedProducts: 3, raisedProducts: 2 }));
  show();
  expect(await screen.findByText(/2 of them will cost more/)).toBeVisible();
  expect(screen.getByText(/A higher price ends the announced reduction/)).toBeVisible();
});

it("puts what the server refuses beside the field and keeps the last preview", async () => {
  answers["POST /settings/currency/preview"] = ({ values }) =>
    values["price_ending"] === undefined
      ? ok(preview(2124))
      : failed(422, {
          code: "invalid_fields",
          message: "Check the fields.",
          fields: { price_ending: ["Choose an ending from 0 to 99."] },
        });
  show();
  await userEvent.click(
    await screen.findByRole("radio", { name: "The nearest price with an ending" }),
  );
  const ending = screen.getByRole("textbox", { name: "Last digits" });
  await userEvent.clear(ending);
  await userEvent.type(ending, "990");
  expect(await screen.findByText("Choose an ending from 0 to 99.")).toBeVisible();
  expect(screen.getByText("Everyday bowl")).toBeVisible();
});

it("fixes the currency once there are orders", async () => {
  answers["POST /settings/currency/preview"] = () => ok(preview(2124, { isFixed: true }));
  show();
  expect(await screen.findByText(/There are orders, so the currency/)).toBeVisible();
  expect(screen.getByRole("combobox", { name: "The shop’s one currency" })).toBeDisabled();
});

it("says why another currency cannot be chosen", async () => {
  answers["POST /settings/currency/preview"] = ({ values }) =>
    ok(preview(2124, { problem: values["currency"] ? "There are prices in EUR." : null }));
  show();
  const currency = await screen.findByRole("combobox", { name: "The shop’s one currency" });
  await waitFor(() => expect(currency).toBeEnabled());
  await userEvent.click(currency);
  await userEvent.click(await screen.findByRole("option", { name: /^JPY/, hidden: true }));
  expect(await screen.findByText("There are prices in EUR.")).toBeVisible();
});

it("changes nothing without the right, or where the server sets it", async () => {
  answers["GET /settings"] = () =>
    ok(overview(setting("currency", "EUR", { source: "environment", isEditable: false })));
  show(["settings.read"]);
  expect(await screen.findByText("Set by STALLAGE_CURRENCY on the server")).toBeVisible();
  for (const radio of await screen.findAllByRole("radio")) expect(radio).toBeDisabled();
});

it("offers to try again when settings or the preview cannot be loaded", async () => {
  answers["POST /settings/currency/preview"] = () =>
    failed(500, { code: "internal_error", message: "Something went wrong.", fields: {} });
  show();
  expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
});
