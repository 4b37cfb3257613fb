import { Button, Select, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { api, unwrap } from "../../../api/client";
import { fieldErrors, formError } from "../../../api/errors";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { ActionPanel } from "../../../ui/ActionPanel";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { toast } from "../../../ui/toasts";
import { treeQuery } from "./queries";
import { pathOf } from "./tree";
import type { Category, Tree } from "./types";

interface Props {
  tree: Tree;
  parent: Category | null;
  onClose: () => void;
}

/** Adds a category below another one or at the top. */
export function AddPanel({ tree, parent, onClose }: Props) {
  const client = useQueryClient();
  const online = useOnline();
  const [title, setTitle] = useState("");
  const [parentId, setParentId] = useState(parent ? String(parent.id) : "");
  const add = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/categories", {
          body: { title: title.trim(), parentId: parentId === "" ? null : Number(parentId) },
        }),
      ),
    onSuccess: (added) => {
      toast(t("storefront.added", { title: added.title }));
      onClose();
      return client.invalidateQueries({ queryKey: treeQuery.queryKey });
    },
  });
  const errors = fieldErrors(add.error);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!add.isPending) add.mutate();
  };
  return (
    <ActionPanel title={t("storefront.addCategory")} opened onClose={onClose} footer={null}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t("storefront.categoryTitle")}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
            error={errors["title"]}
            data-autofocus
          />
          <Select
            label={t("storefront.parent")}
            data={[
              { value: "", label: t("storefront.topLevel") },
              ...tree.items.map((one) => ({
                value: String(one.id),
                label: pathOf(tree.items, one),
              })),
            ]}
            value={parentId}
            onChange={(value) => setParentId(value ?? "")}
            allowDeselect={false}
            searchable
            error={errors["parentId"]}
          />
          <ErrorNote error={formError(add.error) ? add.error : null} isWrite />
          <Button type="submit" variant="filled" loading={add.isPending} disabled={!online}>
            {t("storefront.add")}
          </Button>
        </Stack>
      </form>
    </ActionPanel>
  );
}
