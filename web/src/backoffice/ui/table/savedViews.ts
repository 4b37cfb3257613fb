import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, unwrap } from "../../api/client";
import type { components } from "../../api/schema";
import { t } from "../../messages/t";
import { toast } from "../toasts";
import { useAddressSearch } from "../addressSearch";
import { type ListState, useListState, type View } from "./listState";

type SavedView = components["schemas"]["SavedView"];
export type ListName = components["schemas"]["ListName"];

/** What a view stores of a list. */
export interface ViewValues {
  params: Record<string, string>;
  columns: string[];
}

export interface SavedViews {
  /** Returns the id of the new view. `shared` is for the whole team. */
  add: (view: ViewValues & { name: string; shared: boolean }) => Promise<string>;
  /** Stores other values in one's own view. */
  update: (id: string, values: ViewValues) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
}

/** A list whose views can be saved. */
export interface SavedList extends ListState {
  id: ListName;
  saved: SavedViews;
  /** Whether the address names a saved view that is not loaded yet. */
  isRestoring: boolean;
}

const PREFIX = "saved-";
const PATH = "/api/admin/v1/views/{section}";
const ONE = "/api/admin/v1/views/{section}/{viewId}";
const NO_VIEWS: SavedView[] = [];

const savedViewsQuery = (section: ListName) =>
  queryOptions({
    queryKey: ["saved-views", section],
    queryFn: () => unwrap(api.GET(PATH, { params: { path: { section } } })),
  });

function toView({ id, name, params, columns, isOwn }: SavedView): View {
  return {
    id: `${PREFIX}${id}`,
    name,
    params,
    columns: columns.length > 0 ? columns : undefined,
    own: isOwn,
  };
}

/**
 * The state of a list, kept in the address, with the operator's own views and those of the team after the
 * built-in ones.
 */
export function useList(section: ListName, builtIn: readonly [View, ...View[]]): SavedList {
  const client = useQueryClient();
  const [search] = useAddressSearch();
  const { data = NO_VIEWS, isPending } = useQuery(savedViewsQuery(section));
  const views = useMemo<[View, ...View[]]>(() => {
    const [first, ...others] = builtIn;
    return [first, ...others, ...data.map(toView)];
  }, [builtIn, data]);
  const changed = () => client.invalidateQueries({ queryKey: ["saved-views", section] });
  const of = (id: string) => ({ section, viewId: Number(id.slice(PREFIX.length)) });
  const list = useListState(views);
  return {
    ...list,
    id: section,
    isRestoring: isPending && search.get("view")?.startsWith(PREFIX) === true,
    saved: {
      add: async (view) => {
        const path = { section };
        const { id } = await unwrap(api.POST(PATH, { params: { path }, body: view }));
        await changed();
        toast(t("table.viewSaved"));
        return `${PREFIX}${id}`;
      },
      update: async (id, values) => {
        const view = data.find((one) => `${PREFIX}${one.id}` === id);
        if (!view) return;
        const { name, shared, etag } = view;
        const params = { path: of(id), header: { "If-Match": etag } };
        await unwrap(api.PUT(ONE, { params, body: { name, shared, ...values } }));
        await changed();
        toast(t("table.viewSaved"));
      },
      remove: async (id) => {
        await unwrap(api.DELETE(ONE, { params: { path: of(id) } }));
        await changed();
        toast(t("table.viewDeleted"));
      },
    },
  };
}
