import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { components } from "../../api/schema";

type Schemas = components["schemas"];
export type Draft = Schemas["Draft"];
export type DraftBody = Schemas["DraftInput"];
export type DraftItem = Schemas["DraftItem"];
export type DraftQuote = Schemas["DraftQuote"];
export type DraftState = Draft["state"];
export type Payment = Schemas["PaymentChoice"]["payment"];
export type PlacePreview = Schemas["PlacePreview"];
export type SellableItem = Schemas["SellableItem"];

/** Whether the shopper has paid in the meantime. */
const REFRESH_MS = 20_000;

export const draftsQuery = (state: "open" | "placed" | null, cursor: string | null) =>
  queryOptions({
    queryKey: ["drafts", "list", state, cursor],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/drafts", {
          params: {
            query: {
              ...(state === null ? {} : { state }),
              ...(cursor === null ? {} : { cursor }),
            },
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const draftCountQuery = (state: "open" | "placed" | null) =>
  queryOptions({
    queryKey: ["drafts", "count", state],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/drafts/count", {
          params: { query: state === null ? {} : { state } },
        }),
      ),
  });

export const draftQuery = (draftId: number) =>
  queryOptions({
    queryKey: ["drafts", draftId],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/drafts/{draftId}", { params: { path: { draftId } } })),
    refetchInterval: ({ state }) => (state.data?.state === "waiting" ? REFRESH_MS : false),
  });

/** What the content would cost now. */
export const quoteQuery = (body: DraftBody) =>
  queryOptions({
    queryKey: ["draft-quote", body],
    queryFn: () => unwrap(api.POST("/api/admin/v1/drafts/preview", { body })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });

export const itemsQuery = (text: string) =>
  queryOptions({
    queryKey: ["draft-items", text],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/drafts/items", { params: { query: { q: text } } })),
    enabled: text !== "",
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const customersQuery = (text: string) =>
  queryOptions({
    queryKey: ["draft-customers", text],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/customers", { params: { query: { q: text, limit: 8 } } })),
    enabled: text !== "",
    placeholderData: keepPreviousData,
  });

export const placePreviewQuery = (draftId: number, version: string, payment: Payment) =>
  queryOptions({
    queryKey: ["draft-place", draftId, version, payment],
    queryFn: () =>
      unwrap(
        api.POST("/api/admin/v1/drafts/{draftId}/order/preview", {
          params: { path: { draftId } },
          body: { payment },
        }),
      ),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
