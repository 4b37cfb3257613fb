import { Button } from "@mantine/core";
import { useState } from "react";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { ErrorNote } from "../ErrorPanel";
import { Initials } from "../Initials";
import { MentionInput } from "../MentionInput";
import styles from "./NoteForm.module.css";
import { type NoteSubject, useAddNote } from "./useNotes";

interface Props {
  kind: NoteSubject;
  /** Identifies the record: its number or id. */
  subject: string;
  /** Names the field, such as “Write a note about the order”. */
  label: string;
  onAdded: () => void;
}

/** Writes a note about a record, if the operator may. `@` mentions an operator, who is notified. */
export function NoteForm(props: Props) {
  return useOperator().can("notes.write") ? <Form {...props} /> : null;
}

function Form({ kind, subject, label, onAdded }: Props) {
  const operator = useOperator();
  const [text, setText] = useState("");
  const note = useAddNote({
    kind,
    subject,
    text,
    onAdded: () => {
      setText("");
      onAdded();
    },
  });
  return (
    <div className={styles.form}>
      <Initials name={operator.name} tone="accent" />
      <MentionInput
        value={text}
        onChange={setText}
        people={note.people}
        label={label}
        onSubmit={note.add}
      />
      {note.isEmpty ? null : (
        <div className={styles.send}>
          <Button
            onClick={note.add}
            loading={note.isPending}
            disabled={!note.online}
            title={note.online ? undefined : t("frame.offlineWrites")}
          >
            {t("ui.addNote")}
          </Button>
        </div>
      )}
      <ErrorNote error={note.error} isWrite />
    </div>
  );
}
