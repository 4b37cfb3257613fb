import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { ChangeHistory } from "../../ui/ChangeHistory";
import { ConflictDialog, conflictOf } from "../../ui/ConflictDialog";
import { Empty } from "../../ui/Empty";
import { ErrorNote, ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { Panel, Stack } from "../../ui/Panel";
import { EditorPresence } from "../../ui/Presence";
import { SaveBar } from "../../ui/SaveBar";
import { SkeletonPage } from "../../ui/Skeletons";
import { SortableRows } from "../../ui/sorting/SortableRows";
import { toast } from "../../ui/toasts";
import { type Faq, type FaqList, faqsQuery } from "./queries";
import { Question } from "./Question";

/** The questions that shoppers ask often, in order. */
export default function FaqsPage() {
  const query = useQuery(faqsQuery);
  if (query.data) return <FaqEditor stored={query.data} />;
  return (
    <Page>
      {query.error ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonPage />
      )}
    </Page>
  );
}

/** A question with a name that stays while it moves. */
export interface Row extends Faq {
  id: number;
}

let nextId = 0;
const rowsOf = (items: readonly Faq[]): Row[] =>
  items.map((item) => ({ ...item, id: (nextId += 1) }));
const plain = (rows: readonly Row[]): Faq[] =>
  rows.map(({ group, question, answer, format }) => ({ group, question, answer, format }));

/** How many questions differ; a new order is one change. */
function changesOf(stored: readonly Faq[], rows: readonly Row[]): number {
  const before = stored.map((one) => JSON.stringify(one));
  const after = plain(rows).map((one) => JSON.stringify(one));
  if (JSON.stringify(before) === JSON.stringify(after)) return 0;
  const changed = after.filter((one) => !before.includes(one)).length;
  const removed = Math.max(0, before.length - after.length);
  return Math.max(1, changed + removed);
}

function useFaqs(stored: FaqList) {
  const client = useQueryClient();
  const [base, setBase] = useState(stored);
  const [rows, setRows] = useState(() => rowsOf(stored.items));
  const reset = (faqs: FaqList) => {
    setBase(faqs);
    setRows(rowsOf(faqs.items));
  };
  // A change by somebody else, or an undone one, is shown at once where nothing was edited.
  if (stored.etag !== base.etag && changesOf(base.items, rows) === 0) reset(stored);
  const save = useMutation({
    mutationFn: ({ items, etag }: { items: Faq[]; etag: string }) =>
      unwrap(
        api.PUT("/api/admin/v1/content/faqs", {
          params: { header: { "If-Match": etag } },
          body: { items },
        }),
      ),
    onSuccess: (saved) => {
      client.setQueryData(faqsQuery.queryKey, saved);
      void client.invalidateQueries({ queryKey: ["settings", "changes"] });
      reset(saved);
      toast(t("content.saved"));
    },
  });
  return { base, rows, setRows, reset, save };
}

function FaqEditor({ stored }: { stored: FaqList }) {
  const canEdit = useOperator().can("content.edit");
  const client = useQueryClient();
  const { base, rows, setRows, reset, save } = useFaqs(stored);
  const [open, setOpen] = useState<number | null>(null);
  const add = () => {
    const [row] = rowsOf([
      { group: rows.at(-1)?.group ?? "", question: "", answer: "", format: "html" },
    ]);
    if (!row) return;
    setRows([...rows, row]);
    setOpen(row.id);
  };
  const changes = changesOf(base.items, rows);
  const conflict = conflictOf(save.error);
  const errors = fieldErrors(save.error);
  const button = canEdit ? <Button onClick={add}>{t("content.addQuestion")}</Button> : null;
  return (
    <Page>
      <SaveBar
        changes={changes}
        saving={save.isPending}
        onSave={() => save.mutate({ items: plain(rows), etag: base.etag })}
        onDiscard={() => setRows(rowsOf(base.items))}
      />
      <PageHead title={t("content.faqs")} facts={<Facts changes={changes} />} actions={button} />
      <ErrorNote error={conflict ? null : save.error} isWrite />
      <Stack>
        {rows.length === 0 ? (
          <Empty text={t("content.faqsEmpty")} action={button} />
        ) : (
          <Questions
            rows={rows}
            setRows={setRows}
            open={open}
            setOpen={setOpen}
            disabled={!canEdit}
            errors={errors}
          />
        )}
        <ChangeHistory area="faqs" label={() => t("content.faqs")} />
      </Stack>
      <FaqConflict
        conflict={conflict}
        mine={rows.length}
        onClose={save.reset}
        onMine={(etag) => save.mutate({ items: plain(rows), etag })}
        onTheirs={(theirs) => {
          client.setQueryData(faqsQuery.queryKey, theirs);
          reset(theirs);
          save.reset();
        }}
      />
    </Page>
  );
}

function Facts({ changes }: { changes: number }) {
  return (
    <>
      {t("content.faqsIntro")}
      <EditorPresence kind="page" recordKey="faqs" changes={changes} />
    </>
  );
}

interface QuestionsProps {
  rows: readonly Row[];
  setRows: (rows: Row[]) => void;
  open: number | null;
  setOpen: (id: number | null) => void;
  disabled: boolean;
  errors: Readonly<Record<string, string>>;
}

function Questions({ rows, setRows, open, setOpen, disabled, errors }: QuestionsProps) {
  const change = (id: number, changes: Partial<Faq>) =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...changes } : row)));
  return (
    <Panel>
      <SortableRows
        label={t("content.faqs")}
        rows={rows}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.question || t("content.noQuestion")}
        onReorder={setRows}
        disabled={disabled}
      >
        {(row, index) => (
          <Question
            row={row}
            isOpen={open === row.id}
            onToggle={() => setOpen(open === row.id ? null : row.id)}
            onChange={(changes) => change(row.id, changes)}
            onRemove={() => setRows(rows.filter(({ id }) => id !== row.id))}
            disabled={disabled}
            groups={[...new Set(rows.map(({ group }) => group).filter(Boolean))]}
            errorOf={(field) => errors[`items.${index}.${field}`]}
          />
        )}
      </SortableRows>
    </Panel>
  );
}

interface ConflictProps {
  conflict: ReturnType<typeof conflictOf>;
  mine: number;
  onClose: () => void;
  onMine: (etag: string) => void;
  onTheirs: (theirs: FaqList) => void;
}

/** The list is one record: either theirs or mine is stored. */
function FaqConflict({ conflict, mine, onClose, onMine, onTheirs }: ConflictProps) {
  const theirs = conflict?.current as FaqList | undefined;
  return (
    <ConflictDialog
      opened={conflict !== null}
      onClose={onClose}
      fields={[
        {
          name: "items",
          label: t("content.faqs"),
          theirs: t("content.faqsTheirs", { count: theirs?.items.length ?? 0 }),
          mine: t("content.faqsTheirs", { count: mine }),
        },
      ]}
      onResolve={(choice) => {
        if (conflict && choice.has("items")) onMine(conflict.etag);
        else if (theirs) onTheirs(theirs);
      }}
    />
  );
}
