import { queryOptions } from "@tanstack/react-query";
import { api, unwrap, unwrapVersioned } from "../../api/client";
import type { components } from "../../api/schema";

type Schemas = components["schemas"];
export type Delivery = Schemas["DeliverySettings"];
export type Zone = Delivery["zones"][number];
export type Method = Delivery["methods"][number];
export type Rate = NonNullable<Method["rates"]>[number];
export type Taxes = Schemas["TaxSettings"];
export type TaxRate = Taxes["rates"][number];
export type TaxClass = Taxes["classes"][number];
export type Suggestion = Schemas["TaxSuggestion"];
export type Company = Schemas["CompanySettings"];
export type CompanyBody = Schemas["CompanyInput"];
export type PriceCheck = Schemas["PriceCheck"];
export type CheckableItem = Schemas["CheckableItem"];
export type PriceCheckBody = Schemas["PriceCheckInput"];
/** `isNew` while it was added and not saved. */
export type Carrier = Schemas["OwnCarrier"] & { isNew?: boolean };
export type Carriers = Omit<Schemas["CarrierSettings"], "carriers"> & { carriers: Carrier[] };
export type Area = "carriers" | "company" | "delivery" | "taxes";

export const deliveryQuery = queryOptions({
  queryKey: ["settings", "delivery"],
  queryFn: () => unwrapVersioned(api.GET("/api/admin/v1/settings/delivery")),
});

export const carriersQuery = queryOptions({
  queryKey: ["settings", "carriers"],
  queryFn: () => unwrapVersioned(api.GET("/api/admin/v1/settings/carriers")),
});

export const taxesQuery = queryOptions({
  queryKey: ["settings", "taxes"],
  queryFn: () => unwrapVersioned(api.GET("/api/admin/v1/settings/taxes")),
});

export const companyQuery = queryOptions({
  queryKey: ["settings", "company"],
  queryFn: () => unwrapVersioned(api.GET("/api/admin/v1/settings/company")),
});

export const legalTextsQuery = queryOptions({
  queryKey: ["settings", "legal-texts"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/settings/legal-texts")),
});

export const checkableItemsQuery = (text: string) =>
  queryOptions({
    queryKey: ["settings", "price-check", text],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/settings/price-check/items", { params: { query: { q: text } } }),
      ),
    enabled: text !== "",
  });
