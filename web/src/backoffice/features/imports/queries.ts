import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { components, paths } from "../../api/schema";

type Schemas = components["schemas"];
export type ImportRun = Schemas["ImportRun"];
export type ImportDetails = Schemas["ImportDetails"];
export type ImportItem = Schemas["ImportItemRow"];
export type ImportMessage = Schemas["ImportMessageRow"];
export type ImportChange = Schemas["ImportChange"];
type ItemQuery = NonNullable<
  paths["/api/admin/v1/imports/{importId}/items"]["get"]["parameters"]["query"]
>;
/** Which products of an import are shown. */
export type ItemFilter = Pick<ItemQuery, "outcome" | "state">;

const POLL_MS = 1000;
const RUNNING: readonly ImportRun["state"][] = ["checking", "importing", "undoing"];

export const isRunning = ({ state }: Pick<ImportRun, "state">) => RUNNING.includes(state);

const at = (cursor: string | null) => (cursor === null ? {} : { cursor });

export const importsQuery = (cursor: string | null) =>
  queryOptions({
    queryKey: ["imports", "list", cursor],
    queryFn: () => unwrap(api.GET("/api/admin/v1/imports", { params: { query: at(cursor) } })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isRunning) ? POLL_MS : false),
  });

export const importQuery = (importId: number) =>
  queryOptions({
    queryKey: ["imports", "one", importId],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/imports/{importId}", { params: { path: { importId } } })),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? POLL_MS : false),
  });

/** The products of an import. `state` is the import's, for they change with it. */
export const itemsQuery = (importId: number, state: string, filter: ItemFilter) =>
  infiniteQueryOptions({
    queryKey: ["imports", "items", importId, state, filter],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET("/api/admin/v1/imports/{importId}/items", {
          params: { path: { importId }, query: { ...filter, ...at(pageParam) } },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

export const messagesQuery = (importId: number, state: string) =>
  infiniteQueryOptions({
    queryKey: ["imports", "messages", importId, state],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET("/api/admin/v1/imports/{importId}/messages", {
          params: { path: { importId }, query: at(pageParam) },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

export const undoPreviewQuery = (importId: number) =>
  queryOptions({
    queryKey: ["imports", "undo", importId],
    queryFn: () =>
      unwrap(
        api.POST("/api/admin/v1/imports/{importId}/undo/preview", {
          params: { path: { importId } },
        }),
      ),
    // Products may have changed since it was shown last.
    gcTime: 0,
  });

export interface Upload {
  /** An id of `KINDS`. */
  kind: string;
  file: File;
}

/** Stores a file and returns what was recognised of it. Throws an ApiError. */
export async function uploadImport({ kind, file }: Upload): Promise<ImportDetails> {
  const body = new FormData();
  body.append("kind", kind);
  body.append("file", file, file.name);
  return unwrap(
    api.POST("/api/admin/v1/imports", {
      // The generated type of a file in a form is its name.
      body: body as unknown as { kind?: string; file?: string },
      bodySerializer: () => body,
    }),
  );
}
