import type { ReactNode } from "react";
import { formError } from "../../api/errors";
import { ConflictDialog } from "../../ui/ConflictDialog";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DetailColumns } from "../../ui/Panel";
import { EditorPresence } from "../../ui/Presence";
import { SaveBar } from "../../ui/SaveBar";
import type { Area } from "./queries";
import type { Editing } from "./useSettings";

interface Props<Form> {
  section: Area;
  title: string;
  facts?: ReactNode;
  editing: Editing<Form>;
  main: ReactNode;
  aside: ReactNode;
}

/** The frame of a page of settings: its panels, the save bar and the choices in a conflict. */
export function SettingsForm<Form>({ section, title, facts, editing, main, aside }: Props<Form>) {
  const { save, conflict } = editing;
  const note = formError(save.error) && conflict === null ? save.error : null;
  return (
    <Page>
      <PageHead
        title={title}
        facts={
          <>
            {facts}
            <EditorPresence kind="settings" recordKey={section} changes={editing.changes} />
          </>
        }
      />
      <ErrorNote error={note} isWrite />
      <DetailColumns main={main} aside={aside} />
      <SaveBar
        changes={editing.changes}
        saving={save.isPending}
        onSave={() => save.mutate()}
        onDiscard={editing.discard}
      />
      {conflict ? (
        <ConflictDialog
          opened
          fields={conflict.fields}
          onClose={() => save.reset()}
          onResolve={editing.resolve}
        />
      ) : null}
    </Page>
  );
}
