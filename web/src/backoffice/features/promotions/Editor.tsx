import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { formError } from "../../api/errors";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { ConflictDialog } from "../../ui/ConflictDialog";
import { ErrorNote } from "../../ui/ErrorPanel";
import { PageHead } from "../../ui/PageHead";
import { DetailColumns } from "../../ui/Panel";
import { EditorPresence, type PresentRecord } from "../../ui/Presence";
import { SaveBar } from "../../ui/SaveBar";
import styles from "./promotions.module.css";
import { PromotionStatus } from "./statuses";
import type { State } from "./queries";
import type { Editing } from "./useEditing";

interface Props<Stored extends { id: number; etag: string; state: State }, Form extends object> {
  editing: Editing<Stored, Form>;
  kind: PresentRecord["kind"];
  title: string;
  back: string;
  /** In words, what it does. */
  summary: string;
  /** Names of the fields, for conflicts. */
  labels: Partial<Record<keyof Form & string, string>>;
  shown: (value: unknown) => string;
  createLabel: string;
  menu: ReactNode;
  main: ReactNode;
  aside: ReactNode;
}

/** The frame of every editor of promotions: head, two columns, save bar, conflicts. */
export function Editor<
  Stored extends { id: number; etag: string; state: State },
  Form extends object,
>(props: Props<Stored, Form>) {
  const { editing, title, summary, labels, shown } = props;
  const { base, form, save, changed, theirs } = editing;
  const canEdit = useOperator().can("promotions.edit");
  const changes = canEdit ? changed.length : 0;
  const fields = useFirstError(save.error);
  const submit = () => save.mutate(undefined, { onSuccess: editing.settle });
  return (
    <div ref={fields}>
      <PageHead
        title={title}
        back={props.back}
        statuses={base ? <PromotionStatus state={base.state} pill /> : null}
        facts={<Summary text={summary} kind={props.kind} id={base?.id} changes={changes} />}
        actions={
          canEdit ? (
            <>
              {base ? null : (
                <Create label={props.createLabel} saving={save.isPending} onClick={submit} />
              )}
              {props.menu}
            </>
          ) : null
        }
      />
      <ErrorNote error={formError(save.error) && !theirs ? save.error : null} isWrite />
      <fieldset disabled={!canEdit} className={styles.fields}>
        <DetailColumns main={props.main} aside={props.aside} />
      </fieldset>
      <SaveBar
        changes={changes}
        saving={save.isPending}
        onSave={submit}
        onDiscard={editing.discard}
      />
      {theirs ? (
        <ConflictDialog
          opened
          fields={changed.map((name) => ({
            name,
            label: labels[name] ?? name,
            theirs: shown(theirs[name]),
            mine: shown(form[name]),
          }))}
          onClose={() => save.reset()}
          onResolve={editing.resolve}
        />
      ) : null}
    </div>
  );
}

interface SummaryProps {
  text: string;
  kind: PresentRecord["kind"];
  /** Undefined for one that is not stored yet. */
  id: number | undefined;
  changes: number;
}

function Summary({ text, kind, id, changes }: SummaryProps) {
  return (
    <>
      <span aria-live="polite">{text}</span>
      {id === undefined ? null : (
        <EditorPresence kind={kind} recordKey={String(id)} changes={changes} />
      )}
    </>
  );
}

function Create(props: { label: string; saving: boolean; onClick: () => void }) {
  const online = useOnline();
  return (
    <Button
      variant="filled"
      loading={props.saving}
      disabled={!online}
      title={online ? undefined : t("frame.offlineWrites")}
      onClick={props.onClick}
    >
      {props.label}
    </Button>
  );
}

/** Focuses the first field that the server found invalid. */
function useFirstError(error: unknown) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) fields.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [error]);
  return fields;
}
