import type { ReactNode } from "react";
import { t } from "../../../messages/t";
import { ConflictDialog } from "../../../ui/ConflictDialog";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { SaveBar } from "../../../ui/SaveBar";
import { toast } from "../../../ui/toasts";
import type { RecordEditing } from "./useRecord";

interface Props {
  editing: RecordEditing;
  /** Why it cannot be saved now; null if it can. */
  incomplete: string | null;
  children: ReactNode;
}

/** Fields with what saves them, and the choice between two changes. */
export function RecordEditor({ editing, incomplete, children }: Props) {
  return (
    <>
      <ErrorNote error={editing.error} isWrite />
      {children}
      <SaveBar
        changes={editing.changes}
        saving={editing.saving}
        onSave={() => (incomplete === null ? editing.save() : toast(incomplete))}
        onDiscard={editing.discard}
      />
      {editing.conflict ? (
        <ConflictDialog
          opened
          fields={editing.conflict}
          onClose={editing.forgetConflict}
          onResolve={editing.resolve}
        />
      ) : null}
    </>
  );
}

/** Why a slider or a section cannot be saved. */
export const incompleteText = (isComplete: boolean): string | null =>
  isComplete ? null : t("sliders.incomplete");
