import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { fieldErrors, formError } from "../../../api/errors";
import { t } from "../../../messages/t";
import { useOperator } from "../../../session/session";
import { ConflictDialog, conflictOf } from "../../../ui/ConflictDialog";
import { Empty } from "../../../ui/Empty";
import { ErrorNote, ErrorPanel } from "../../../ui/ErrorPanel";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { Panel } from "../../../ui/Panel";
import { EditorPresence } from "../../../ui/Presence";
import { SaveBar } from "../../../ui/SaveBar";
import { SkeletonRows } from "../../../ui/Skeletons";
import { SortableRows } from "../../../ui/sorting/SortableRows";
import { toast } from "../../../ui/toasts";
import { changeCount, inputOf, mergeFilters } from "./draft";
import { FilterRow } from "./FilterRow";
import { type FilterList, filtersQuery, type OfferedFilter } from "./queries";

/** The filters that lists offer, in their order. */
export default function FiltersPage() {
  const query = useQuery(filtersQuery);
  return (
    <Page>
      {query.data ? (
        <FilterEditor stored={query.data} />
      ) : (
        <>
          <PageHead title={t("area.filters")} facts={t("filters.intro")} />
          {query.error ? (
            <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <SkeletonRows rows={5} />
          )}
        </>
      )}
    </Page>
  );
}

function useFilters(stored: FilterList) {
  const client = useQueryClient();
  const [base, setBase] = useState(stored);
  const [rows, setRows] = useState(stored.items);
  const reset = (list: FilterList) => {
    setBase(list);
    setRows(list.items);
  };
  const changes = changeCount(rows, base.items);
  // A change by somebody else is shown at once where nothing was edited.
  if (stored.etag !== base.etag && changes === 0) reset(stored);
  const save = useMutation({
    mutationFn: ({ items, etag }: { items: readonly OfferedFilter[]; etag: string }) =>
      unwrap(
        api.PUT("/api/admin/v1/filters", {
          params: { header: { "If-Match": etag } },
          body: { items: items.map(inputOf) },
        }),
      ),
    onSuccess: (saved) => {
      client.setQueryData(filtersQuery.queryKey, saved);
      reset(saved);
      toast(t("filters.saved"));
    },
  });
  return { base, setBase, rows, setRows, changes, save };
}

function FilterEditor({ stored }: { stored: FilterList }) {
  const canEdit = useOperator().can("products.edit");
  const { base, setBase, rows, setRows, changes, save } = useFilters(stored);
  const conflict = conflictOf(save.error);
  const errors = fieldErrors(save.error);
  const change = (name: string, changed: Partial<OfferedFilter>) =>
    setRows(rows.map((row) => (row.name === name ? { ...row, ...changed } : row)));
  return (
    <>
      <PageHead title={t("area.filters")} facts={<Facts changes={changes} />} />
      <ErrorNote error={!conflict && formError(save.error) ? save.error : null} isWrite />
      {rows.length === 0 ? (
        <Empty text={t("filters.empty")} />
      ) : (
        <Panel>
          <SortableRows
            label={t("filters.list")}
            rows={rows}
            rowId={({ name }) => name}
            rowLabel={({ label, name }) => label || name}
            onReorder={setRows}
            disabled={!canEdit}
            tall
          >
            {(row, index) => (
              <FilterRow
                row={row}
                canEdit={canEdit}
                errorOf={(field) => errors[`items.${index}.${field}`]}
                onChange={(changed) => change(row.name, changed)}
              />
            )}
          </SortableRows>
        </Panel>
      )}
      <SaveBar
        changes={changes}
        saving={save.isPending}
        onSave={() => save.mutate({ items: rows, etag: base.etag })}
        onDiscard={() => {
          save.reset();
          setRows(base.items);
        }}
      />
      {conflict ? (
        <FiltersConflict
          mine={rows}
          based={base.items}
          theirs={(conflict.current as FilterList).items}
          onClose={() => save.reset()}
          onResolve={(merged) => {
            setBase(conflict.current as FilterList);
            setRows(merged);
            save.mutate({ items: merged, etag: conflict.etag });
          }}
        />
      ) : null}
    </>
  );
}

function Facts({ changes }: { changes: number }) {
  return (
    <>
      {t("filters.intro")}
      <EditorPresence kind="filters" recordKey="all" changes={changes} />
    </>
  );
}

interface ConflictProps {
  mine: readonly OfferedFilter[];
  based: readonly OfferedFilter[];
  theirs: readonly OfferedFilter[];
  onClose: () => void;
  onResolve: (merged: OfferedFilter[]) => void;
}

/** Somebody else saved the filters in between: what both changed, side by side. */
function FiltersConflict({ mine, based, theirs, onClose, onResolve }: ConflictProps) {
  const { fields, merged } = mergeFilters(mine, based, theirs);
  return (
    <ConflictDialog
      opened
      fields={fields}
      onClose={onClose}
      onResolve={(chosen) => onResolve(merged(chosen))}
    />
  );
}
