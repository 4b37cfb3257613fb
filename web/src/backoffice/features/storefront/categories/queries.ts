import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import { conflictOf } from "../../../ui/ConflictDialog";
import { toast, toastError, undoToast } from "../../../ui/toasts";
import type { Category, CategoryChanges, Place, Tree } from "./types";

export const treeQuery = queryOptions({
  queryKey: ["categories"],
  queryFn: () => unwrap(api.GET("/api/admin/v1/categories")),
});

export const categoryQuery = (categoryId: number) =>
  queryOptions({
    queryKey: ["categories", categoryId],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/categories/{categoryId}", { params: { path: { categoryId } } }),
      ),
  });

const move = (categoryId: number, place: Place, etag: string) =>
  unwrap(
    api.POST("/api/admin/v1/categories/{categoryId}/move", {
      params: { path: { categoryId }, header: { "If-Match": etag } },
      body: place,
    }),
  );

export const changeCategory = (categoryId: number, body: CategoryChanges, etag: string) =>
  unwrap(
    api.PATCH("/api/admin/v1/categories/{categoryId}", {
      params: { path: { categoryId }, header: { "If-Match": etag } },
      body,
    }),
  );

/** Moves a category at once and offers to take it back. Undo is refused if the tree has changed since. */
export function useMove(tree: Tree) {
  const client = useQueryClient();
  const show = (after: Tree) => client.setQueryData(treeQuery.queryKey, after);
  return useMutation({
    mutationFn: ({ node, place }: { node: Category; place: Place }) =>
      move(node.id, place, tree.etag),
    onSuccess: (after, { node }) => {
      show(after);
      const before = { parentId: node.parentId, position: node.position };
      undoToast({
        text: t("storefront.moved", { title: node.title }),
        undo: async () => show(await move(node.id, before, after.etag)),
      });
    },
    onError: (error) => {
      const conflict = conflictOf(error);
      if (conflict) {
        show(conflict.current as Tree);
        toast(t("storefront.movedAway"));
      } else toastError(error);
    },
  });
}

/** Renames a category in its row. */
export function useRename() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ node, title }: { node: Category; title: string }) => {
      const { etag } = await client.query({ ...categoryQuery(node.id), staleTime: 0 });
      return changeCategory(node.id, { title }, etag);
    },
    onSuccess: (changed) => {
      client.setQueryData(categoryQuery(changed.id).queryKey, changed);
      toast(t("storefront.renamed", { title: changed.title }));
      return client.invalidateQueries({ queryKey: treeQuery.queryKey, exact: true });
    },
  });
}
