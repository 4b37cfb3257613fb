import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { components } from "../../api/schema";
import { dayRange } from "../../ui/table/filters";

type Schemas = components["schemas"];
export type CustomerRow = Schemas["CustomerRow"];
export type GuestRow = Schemas["GuestRow"];
export type Customer = Schemas["CustomerProfile"];
export type WalletEntry = Schemas["WalletEntry"];
export type MergePreview = Schemas["MergePreview"];
export type WalletChange = Schemas["WalletChange"];
export type UndoPreview = Schemas["UndoPreview"];
export type ErasurePreview = Schemas["ErasurePreview"];

const SORTS = [
  "-registered",
  "registered",
  "-spent",
  "spent",
  "-orders",
  "orders",
  "-lastOrder",
  "lastOrder",
] as const;

/** Amounts are typed in units such as dollars and sent in cents. */
function minor(value: string | undefined, currency: string): number | undefined {
  const number = Number(value);
  if (value === undefined || !Number.isFinite(number) || number < 0) return undefined;
  const decimals =
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions()
      .maximumFractionDigits ?? 2;
  return Math.round(number * 10 ** decimals);
}

function whole(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

/** Midnight of a day in the shop. */
function startOf(day: string, timeZone: string): Date {
  const noon = new Date(`${day}T12:00:00Z`);
  const shown = new Date(noon.toLocaleString("en-US", { timeZone }));
  const inUtc = new Date(noon.toLocaleString("en-US", { timeZone: "UTC" }));
  return new Date(new Date(`${day}T00:00:00Z`).getTime() - (shown.getTime() - inUtc.getTime()));
}

function days(value: string | undefined, timeZone: string) {
  const { from, to } = dayRange(value ?? "", timeZone);
  const end = to === null ? null : startOf(to, timeZone);
  end?.setUTCDate(end.getUTCDate() + 1);
  return {
    from: from === null ? undefined : startOf(from, timeZone).toISOString(),
    to: end?.toISOString(),
  };
}

/** The query parameters of the API for the values in the address. */
export function filterOf(
  params: Readonly<Record<string, string>>,
  { timeZone, currency }: { timeZone: string; currency: string },
) {
  const ordered = days(params["lastOrder"], timeZone);
  const registered = days(params["registered"], timeZone);
  const subscribed = params["newsletter"];
  const given = {
    q: params["q"],
    spentFrom: minor(params["spentFrom"], currency),
    spentTo: minor(params["spentTo"], currency),
    ordersFrom: whole(params["ordersFrom"]),
    ordersTo: whole(params["ordersTo"]),
    lastOrderFrom: ordered.from,
    lastOrderTo: ordered.to,
    registeredFrom: registered.from,
    registeredTo: registered.to,
    country: params["country"]?.split(","),
    tag: params["tag"]?.split(","),
    subscribed: subscribed === undefined ? undefined : subscribed === "yes",
    sort: SORTS.find((sort) => sort === params["sort"]),
  };
  type Given = typeof given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof Given]?: NonNullable<Given[K]>;
  };
}

export type CustomerFilter = ReturnType<typeof filterOf>;

export const customersQuery = (filter: CustomerFilter, cursor: string | null) =>
  queryOptions({
    queryKey: ["customers", "list", filter, cursor],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/customers", {
          params: { query: { ...filter, ...(cursor === null ? {} : { cursor }) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const guestsQuery = (filter: CustomerFilter, cursor: string | null) =>
  queryOptions({
    queryKey: ["customers", "guests", filter, cursor],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/customers/guests", {
          params: { query: { ...filter, ...(cursor === null ? {} : { cursor }) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const segmentsQuery = queryOptions({
  queryKey: ["customers", "segments"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/customers/segments")),
  staleTime: 60_000,
});

const of = (customerId: number) => ({ params: { path: { customerId } } });

export const customerQuery = (customerId: number) =>
  queryOptions({
    queryKey: ["customer", customerId],
    queryFn: () => unwrap(api.GET("/api/admin/v1/customers/{customerId}", of(customerId))),
  });

/** The newest orders, with the states that the list of orders shows. */
export const ordersQuery = (customerId: number) =>
  queryOptions({
    queryKey: ["customer", customerId, "orders"],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/orders", {
          params: { query: { customer: customerId, limit: 10 } },
        }),
      ),
  });

export const earlierOrdersQuery = (customerId: number) =>
  queryOptions({
    queryKey: ["customer", customerId, "earlierOrders"],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/customers/{customerId}/imported-orders", {
          params: { path: { customerId } },
        }),
      ),
  });

export const walletQuery = (customerId: number, cursor: string | null) =>
  queryOptions({
    queryKey: ["customer", customerId, "wallet", cursor],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/customers/{customerId}/wallet", {
          params: {
            path: { customerId },
            query: { limit: 10, ...(cursor === null ? {} : { cursor }) },
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const ticketsQuery = (customerId: number) =>
  queryOptions({
    queryKey: ["customer", customerId, "tickets"],
    queryFn: () => unwrap(api.GET("/api/admin/v1/customers/{customerId}/tickets", of(customerId))),
  });

export const reviewsQuery = (customerId: number) =>
  queryOptions({
    queryKey: ["customer", customerId, "reviews"],
    queryFn: () => unwrap(api.GET("/api/admin/v1/customers/{customerId}/reviews", of(customerId))),
  });

export const giftCardsQuery = (customerId: number) =>
  queryOptions({
    queryKey: ["customer", customerId, "gift-cards"],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/customers/{customerId}/gift-cards", of(customerId))),
  });

export const signInsQuery = (customerId: number) =>
  queryOptions({
    queryKey: ["customer", customerId, "sign-ins"],
    queryFn: () => unwrap(api.GET("/api/admin/v1/customers/{customerId}/sign-ins", of(customerId))),
  });

export const notesQuery = (customerId: number) =>
  queryOptions({
    queryKey: ["customer", customerId, "notes"],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/notes/customer/{key}", {
          params: { path: { key: String(customerId) } },
        }),
      ),
  });

export const erasureQuery = (customerId: number) =>
  queryOptions({
    queryKey: ["customer", customerId, "erasure"],
    queryFn: () => unwrap(api.GET("/api/admin/v1/customers/{customerId}/erasure", of(customerId))),
    staleTime: 0,
  });

export const mergePreviewQuery = (customerId: number, sourceId: number | null) =>
  queryOptions({
    queryKey: ["customer", customerId, "merge", sourceId],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/customers/{customerId}/merge-preview", {
          params: { path: { customerId }, query: { sourceId: sourceId ?? 0 } },
        }),
      ),
    enabled: sourceId !== null,
    staleTime: 0,
    retry: false,
  });
