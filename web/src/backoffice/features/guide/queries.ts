import { queryOptions } from "@tanstack/react-query";
import { api, unwrap, unwrapVersioned } from "../../api/client";
import type { components } from "../../api/schema";

type Schemas = components["schemas"];
export type Guide = Schemas["SetupGuide"];
export type GuideStep = Guide["steps"][number];
export type StepName = GuideStep["step"];
export type Proposal = Schemas["RegionProposal"];
export type Overview = Schemas["SettingsOverview"];
export type Setting = Schemas["Setting"];
export type Company = Schemas["CompanySettings"];
export type Taxes = Schemas["TaxSettings"];
export type Delivery = Schemas["DeliverySettings"];
export type Values = Readonly<Record<string, NonNullable<Setting["value"]> | null>>;

export const guideQuery = queryOptions({
  queryKey: ["setup-guide"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/setup-guide")),
});

/** Whether an archive can be brought in. */
export const emptyShopQuery = queryOptions({
  queryKey: ["archive-import"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/archive-import")),
});

export const proposalQuery = (country: string) =>
  queryOptions({
    queryKey: ["setup-guide", "region", country],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/setup-guide/regions/{country}", { params: { path: { country } } }),
      ),
    staleTime: Infinity,
  });

export const overviewQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/settings")),
});

export const companyQuery = queryOptions({
  queryKey: ["settings", "company"],
  queryFn: () => unwrapVersioned(api.GET("/api/admin/v1/settings/company")),
});

export const colourQuery = queryOptions({
  queryKey: ["settings", "colour"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/themes/primary-colour")),
});

export function saveColour(colour: string | null) {
  return unwrap(api.PUT("/api/admin/v1/themes/primary-colour", { body: { colour } }));
}

export const taxesQuery = queryOptions({
  queryKey: ["settings", "taxes"],
  queryFn: () => unwrapVersioned(api.GET("/api/admin/v1/settings/taxes")),
});

export const deliveryQuery = queryOptions({
  queryKey: ["settings", "delivery"],
  queryFn: () => unwrapVersioned(api.GET("/api/admin/v1/settings/delivery")),
});

export function settingOf(overview: Overview, name: string): Setting | undefined {
  return overview.sections.flatMap(({ settings }) => settings).find((one) => one.name === name);
}

export function textOf(overview: Overview, name: string): string {
  const value = settingOf(overview, name)?.value;
  return typeof value === "string" ? value : "";
}

/** Without those that are set on the server, which would be refused. */
export function editable(overview: Overview, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => settingOf(overview, name)?.isEditable),
  );
}

const APPLYING_MS = 500;
const APPLYING_TRIES = 240;

/** Saves settings, and waits until the shop works with them. */
export async function saveSettings(overview: Overview, values: Values): Promise<void> {
  if (Object.keys(values).length === 0) return;
  const saved = await unwrap(
    api.PATCH("/api/admin/v1/settings", {
      params: { header: { "If-Match": `"${overview.version}"` } },
      body: { values },
    }),
  );
  let applied = saved.appliedVersion;
  for (let tries = 0; applied !== saved.version && tries < APPLYING_TRIES; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, APPLYING_MS));
    applied = (await unwrap(api.GET("/api/admin/v1/settings"))).appliedVersion;
  }
}

export function saveCompany(company: Company, etag: string) {
  return unwrap(
    api.PUT("/api/admin/v1/settings/company", {
      params: { header: { "If-Match": etag } },
      body: {
        ...company,
        socialLinks: company.socialLinks.map(({ name = "", url = "" }) => ({ name, url })),
      },
    }),
  );
}
