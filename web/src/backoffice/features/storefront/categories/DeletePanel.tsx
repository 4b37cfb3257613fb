import { Button, Select, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { fieldErrors, formError } from "../../../api/errors";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { ActionPanel } from "../../../ui/ActionPanel";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { toast } from "../../../ui/toasts";
import { treeQuery } from "./queries";
import { childrenOf, pathOf } from "./tree";
import type { Category, Tree } from "./types";

interface Props {
  tree: Tree;
  node: Category;
  onClose: () => void;
}

/** Deletes a category. Its products move to another one first. */
export function DeletePanel({ tree, node, onClose }: Props) {
  const online = useOnline();
  const [target, setTarget] = useState<string | null>(
    node.parentId === null ? null : String(node.parentId),
  );
  const hasChildren = childrenOf(tree.items, node.id).length > 0;
  const { products } = node;
  const remove = useDelete(node, target, onClose);
  return (
    <ActionPanel
      title={t("storefront.deleteTitle", { title: node.title })}
      opened
      onClose={onClose}
      footer={
        hasChildren ? null : (
          <>
            <ErrorNote error={formError(remove.error) ? remove.error : null} isWrite />
            <Button
              variant="filled"
              color="bad"
              fullWidth
              loading={remove.isPending}
              disabled={!online || (products > 0 && target === null)}
              onClick={() => remove.mutate()}
            >
              {products > 0
                ? t("storefront.deleteAndMove", { count: products })
                : t("storefront.deleteNow")}
            </Button>
          </>
        )
      }
    >
      <Stack gap="md">
        <p>{explanation(hasChildren, products)}</p>
        {products > 0 && !hasChildren ? (
          <Select
            label={t("storefront.moveProductsTo")}
            data={tree.items
              .filter(({ id }) => id !== node.id)
              .map((one) => ({ value: String(one.id), label: pathOf(tree.items, one) }))}
            value={target}
            onChange={setTarget}
            searchable
            error={fieldErrors(remove.error)["moveProductsTo"]}
          />
        ) : null}
      </Stack>
    </ActionPanel>
  );
}

function useDelete(node: Category, target: string | null, onClose: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      unwrap(
        api.DELETE("/api/admin/v1/categories/{categoryId}", {
          params: {
            path: { categoryId: node.id },
            query: node.products > 0 && target ? { moveProductsTo: Number(target) } : {},
          },
        }),
      ),
    onSuccess: (after) => {
      client.setQueryData(treeQuery.queryKey, after);
      toast(t("storefront.deleted", { title: node.title }));
      onClose();
    },
    // Somebody may have put products into it meanwhile.
    onError: () => client.invalidateQueries({ queryKey: treeQuery.queryKey, exact: true }),
  });
}

function explanation(hasChildren: boolean, products: number): string {
  if (hasChildren) return t("storefront.deleteHasChildren");
  return products > 0
    ? t("storefront.deleteMoves", { count: products })
    : t("storefront.deleteEmpty");
}
