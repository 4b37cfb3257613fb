import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { fieldErrors, formError } from "../../../api/errors";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { useOperator } from "../../../session/session";
import { ActionPanel } from "../../../ui/ActionPanel";
import { ConflictDialog, conflictOf } from "../../../ui/ConflictDialog";
import { ErrorNote, ErrorPanel } from "../../../ui/ErrorPanel";
import { SkeletonRows } from "../../../ui/Skeletons";
import { toast } from "../../../ui/toasts";
import { CategoryFields } from "./CategoryFields";
import { changesOf, FIELD_LABELS, FIELD_NAMES, shownValue, type Values, valuesOf } from "./fields";
import { categoryQuery, changeCategory, treeQuery } from "./queries";
import type { Category, CategoryChanges, CategoryDetails } from "./types";

interface Props {
  node: Category;
  onClose: () => void;
}

/** What describes a category: texts, picture, size guide, search engines. */
export function CategoryPanel({ node, onClose }: Props) {
  const query = useQuery(categoryQuery(node.id));
  if (query.data) return <EditPanel details={query.data} onClose={onClose} />;
  return (
    <ActionPanel title={node.title} opened onClose={onClose} footer={null}>
      {query.error ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </ActionPanel>
  );
}

function useSave(id: number, onClose: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ changes, etag }: { changes: CategoryChanges; etag: string }) =>
      changeCategory(id, changes, etag),
    onSuccess: (changed) => {
      client.setQueryData(categoryQuery(id).queryKey, changed);
      void client.invalidateQueries({ queryKey: treeQuery.queryKey, exact: true });
      toast(t("storefront.saved"));
      onClose();
    },
  });
}

function EditPanel({ details, onClose }: { details: CategoryDetails; onClose: () => void }) {
  const online = useOnline();
  const canEdit = useOperator().can("products.edit");
  // What the change is based on, while a reload may bring a newer version.
  const [based, setBased] = useState(details);
  const [values, setValues] = useState(() => valuesOf(details));
  const changes = changesOf(values, based);
  const count = Object.keys(changes).length;
  const save = useSave(details.id, onClose);
  const conflict = conflictOf(save.error);
  const footer = (
    <>
      <ErrorNote error={!conflict && formError(save.error) ? save.error : null} isWrite />
      <Button
        variant="filled"
        fullWidth
        disabled={count === 0 || !online}
        loading={save.isPending}
        title={online ? undefined : t("frame.offlineWrites")}
        onClick={() => save.mutate({ changes, etag: based.etag })}
      >
        {count === 0 ? t("storefront.save") : t("storefront.saveChanges", { count })}
      </Button>
    </>
  );
  return (
    <ActionPanel title={details.title} opened onClose={onClose} footer={canEdit ? footer : null}>
      <CategoryFields
        values={values}
        onChange={setValues}
        errors={fieldErrors(save.error)}
        disabled={!canEdit}
      />
      {conflict ? (
        <Conflict
          current={conflict.current as CategoryDetails}
          values={values}
          changed={FIELD_NAMES.filter((name) => name in changes)}
          onClose={() => save.reset()}
          onResolve={(current, merged) => {
            const after = { ...current, etag: conflict.etag };
            setBased(after);
            setValues(merged);
            save.mutate({ changes: changesOf(merged, after), etag: conflict.etag });
          }}
        />
      ) : null}
    </ActionPanel>
  );
}

interface ConflictProps {
  current: CategoryDetails;
  values: Values;
  changed: readonly (keyof Values)[];
  onClose: () => void;
  onResolve: (current: CategoryDetails, merged: Values) => void;
}

function Conflict({ current, values, changed, onClose, onResolve }: ConflictProps) {
  const theirs = valuesOf(current);
  return (
    <ConflictDialog
      opened
      onClose={onClose}
      fields={changed
        .filter((name) => shownValue(theirs[name]) !== shownValue(values[name]))
        .map((name) => ({
          name,
          label: t(FIELD_LABELS[name]),
          theirs: shownValue(theirs[name]),
          mine: shownValue(values[name]),
        }))}
      onResolve={(mine) =>
        onResolve(current, {
          ...theirs,
          ...Object.fromEntries(
            changed.filter((name) => mine.has(name)).map((name) => [name, values[name]]),
          ),
        })
      }
    />
  );
}
