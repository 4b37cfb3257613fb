import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { components } from "../../api/schema";

type Schemas = components["schemas"];
export type PromoCode = Schemas["PromoCode"];
export type CodeBody = Schemas["CodeInput"];
export type Batch = Schemas["Batch"];
export type Discount = Schemas["AutomaticDiscount"];
export type DiscountBody = Schemas["DiscountInput"];
export type DiscountKind = Discount["kind"];
export type Sale = Schemas["Sale"];
export type SaleItem = Schemas["SaleItem"];
export type SaleBody = Schemas["SaleInput"];
export type SalePreview = Schemas["SalePreview"];
export type PreviewRow = Schemas["SalePreviewRow"];
export type GiftCardItem = Schemas["GiftCardItem"];
export type GiftCard = Schemas["CardDetails"];
export type IssueBody = Schemas["IssueInput"];
export type Product = Schemas["ProductChoice"];
export type SellableItem = Schemas["SellableItem"];
export type Trial = Schemas["DiscountTrial"];
export type TrialBody = Schemas["DiscountTrialInput"];
export type State = PromoCode["state"] | Sale["state"];

type Values = Readonly<Record<string, string>>;

/** Values of a list's address as the API takes them; it refuses what it does not know. */
const listed = (params: Values, cursor: string | null) => ({
  ...params,
  ...(cursor === null ? {} : { cursor }),
});

/** Without the order, which does not change how many there are. */
function counted(params: Values): Values {
  return Object.fromEntries(Object.entries(params).filter(([key]) => key !== "sort"));
}

export const codesQuery = (params: Values, cursor: string | null) =>
  queryOptions({
    queryKey: ["promo-codes", "list", params, cursor],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/promotions/codes", {
          params: { query: listed(params, cursor) },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const codeCountQuery = (params: Values) =>
  queryOptions({
    queryKey: ["promo-codes", "count", counted(params)],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/promotions/codes/count", {
          params: { query: counted(params) },
        }),
      ),
  });

export const codeQuery = (codeId: number) =>
  queryOptions({
    queryKey: ["promo-codes", codeId],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/promotions/codes/{codeId}", { params: { path: { codeId } } })),
  });

export const usesQuery = (codeId: number, cursor: string | null) =>
  queryOptions({
    queryKey: ["promo-codes", codeId, "uses", cursor],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/promotions/codes/{codeId}/uses", {
          params: { path: { codeId }, query: { limit: 20, ...(cursor ? { cursor } : {}) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const batchesQuery = (cursor: string | null) =>
  queryOptions({
    queryKey: ["promo-codes", "batches", cursor],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/promotions/batches", { params: { query: listed({}, cursor) } }),
      ),
    placeholderData: keepPreviousData,
  });

export const discountsQuery = (params: Values, cursor: string | null) =>
  queryOptions({
    queryKey: ["discounts", "list", params, cursor],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/promotions/discounts", {
          params: { query: listed(params, cursor) },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const discountCountQuery = (params: Values) =>
  queryOptions({
    queryKey: ["discounts", "count", params],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/promotions/discounts/count", {
          params: { query: params },
        }),
      ),
  });

export const discountQuery = (discountId: number) =>
  queryOptions({
    queryKey: ["discounts", discountId],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/promotions/discounts/{discountId}", {
          params: { path: { discountId } },
        }),
      ),
  });

export const salesQuery = (params: Values, cursor: string | null) =>
  queryOptions({
    queryKey: ["sales", "list", params, cursor],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/promotions/sales", {
          params: { query: listed(params, cursor) },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const saleCountQuery = (params: Values) =>
  queryOptions({
    queryKey: ["sales", "count", params],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/promotions/sales/count", {
          params: { query: params },
        }),
      ),
  });

export const saleQuery = (saleId: number) =>
  queryOptions({
    queryKey: ["sales", saleId],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/promotions/sales/{saleId}", { params: { path: { saleId } } })),
  });

export const salePreviewQuery = (body: Schemas["SalePreviewInput"] | null) =>
  queryOptions({
    queryKey: ["sale-preview", body],
    queryFn: () =>
      body === null
        ? Promise.resolve(null)
        : unwrap(api.POST("/api/admin/v1/promotions/sales/preview", { body })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });

export const giftCardsQuery = (params: Values, cursor: string | null) =>
  queryOptions({
    queryKey: ["gift-cards", "list", params, cursor],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/promotions/gift-cards", {
          params: { query: listed(params, cursor) },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const giftCardCountQuery = (params: Values) =>
  queryOptions({
    queryKey: ["gift-cards", "count", params],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/promotions/gift-cards/count", {
          params: { query: params },
        }),
      ),
  });

export const giftCardQuery = (cardId: string) =>
  queryOptions({
    queryKey: ["gift-cards", cardId],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/promotions/gift-cards/{cardId}", { params: { path: { cardId } } }),
      ),
  });

export const issuePreviewQuery = (body: IssueBody | null) =>
  queryOptions({
    queryKey: ["gift-card-preview", body],
    queryFn: () =>
      body === null
        ? Promise.resolve(null)
        : unwrap(api.POST("/api/admin/v1/promotions/gift-cards/preview", { body })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

export interface ProductFilters {
  q: string;
  category: string | null;
  brand: string | null;
  tag: string | null;
}

/** Products that match, up to `limit`. */
export function findProducts(filters: ProductFilters, limit: number) {
  const { q, category, brand, tag } = filters;
  const query = {
    q,
    limit,
    ...(category ? { category } : {}),
    ...(brand ? { brand } : {}),
    ...(tag ? { tag } : {}),
  };
  return unwrap(api.GET("/api/admin/v1/promotions/products", { params: { query } }));
}

export const productsQuery = (filters: ProductFilters) =>
  queryOptions({
    queryKey: ["promotion-products", filters],
    queryFn: () => findProducts(filters, 10),
    enabled: Object.values(filters).some((value) => value !== null && value !== ""),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const groupsQuery = queryOptions({
  queryKey: ["promotion-groups"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/promotions/groups")),
});

export const itemsQuery = (text: string) =>
  queryOptions({
    queryKey: ["promotion-items", text],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/promotions/items", { params: { query: { q: text } } })),
    enabled: text !== "",
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const trialQuery = (body: TrialBody) =>
  queryOptions({
    queryKey: ["promotion-trial", body],
    queryFn: () => unwrap(api.POST("/api/admin/v1/promotions/trial/preview", { body })),
    enabled: body.lines.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
