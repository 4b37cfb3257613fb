import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { components } from "../../api/schema";

type Schemas = components["schemas"];
export type Overview = Schemas["SettingsOverview"];
export type Setting = Schemas["Setting"];
export type Value = NonNullable<Setting["value"]>;
/** New values by name; null takes the default. */
export type Changes = Readonly<Record<string, Value | null>>;
export type Trial = Schemas["SettingsTrial"];
export type CurrencyPreview = Schemas["CurrencyPreview"];

/** While processes still work with older settings. */
const APPLYING_MS = 1_000;

export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/settings")),
  refetchInterval: ({ state: { data } }) =>
    data && data.version !== data.appliedVersion ? APPLYING_MS : false,
});

export function saveSettings(values: Changes, version: string) {
  return unwrap(
    api.PATCH("/api/admin/v1/settings", {
      params: { header: { "If-Match": `"${version}"` } },
      body: { values },
    }),
  );
}

/** How amounts and prices look with settings that need not be saved. */
export const currencyPreviewQuery = (values: Changes, version: string) =>
  queryOptions({
    queryKey: ["settings", "currency-preview", version, values],
    queryFn: () =>
      unwrap(api.POST("/api/admin/v1/settings/currency/preview", { body: { values } })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

export const labelOf = (settings: readonly Setting[], name: string) =>
  settings.find((one) => one.name === name)?.label ?? name;

/** Whether a new value differs from what is stored. */
export function differs(setting: Setting | undefined, change: Value | null | undefined): boolean {
  if (change === undefined || !setting) return false;
  if (change === null) return setting.source === "shop";
  return setting.kind === "secret" || JSON.stringify(change) !== JSON.stringify(setting.value);
}
