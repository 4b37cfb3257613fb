import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, unwrap } from "../../api/client";
import type { components } from "../../api/schema";
import { t } from "../../messages/t";
import { toast } from "../toasts";
import type { View } from "./listState";
import type { SavedViews } from "./types";

type SavedView = components["schemas"]["SavedView"];

const PREFIX = "saved-";
const PATH = "/api/admin/v1/views/{section}";
const ONE = "/api/admin/v1/views/{section}/{viewId}";
const NO_VIEWS: SavedView[] = [];

const savedViewsQuery = (section: string) =>
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

/** The operator's own views of a list and those of the team, after the built-in ones. */
export function useSavedViews(
  section: string,
  builtIn: readonly [View, ...View[]],
): [views: [View, ...View[]], saved: SavedViews] {
  const client = useQueryClient();
  const { data = NO_VIEWS } = useQuery(savedViewsQuery(section));
  const views = useMemo<[View, ...View[]]>(() => {
    const [first, ...others] = builtIn;
    return [first, ...others, ...data.map(toView)];
  }, [builtIn, data]);
  const changed = () => client.invalidateQueries({ queryKey: ["saved-views", section] });
  const of = (id: string) => ({ section, viewId: Number(id.slice(PREFIX.length)) });
  return [
    views,
    {
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
  ];
}
