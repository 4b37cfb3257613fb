import { Button, Group, Modal, Radio } from "@mantine/core";
import { useState } from "react";
import { hasCode } from "../api/errors";
import { t } from "../messages/t";
import styles from "./ConflictDialog.module.css";

export interface ConflictField {
  name: string;
  label: string;
  /** As the shopper or operator would read it. */
  theirs: string;
  mine: string;
}

/** The record as it is now, and its ETag, from a refused edit. Null for any other error. */
export function conflictOf(error: unknown): { current: unknown; etag: string } | null {
  if (!hasCode(error, "edit_conflict")) return null;
  const { current, etag } = error.details;
  return typeof etag === "string" ? { current, etag } : null;
}

interface Props {
  /** Fields where both differ. */
  fields: readonly ConflictField[];
  opened: boolean;
  onClose: () => void;
  /** The names of the fields whose value of mine is kept; all others take theirs. */
  onResolve: (keepMine: ReadonlySet<string>) => void;
}

/** Somebody saved in between: their change beside mine, field by field, to choose from. */
export function ConflictDialog({ fields, opened, onClose, onResolve }: Props) {
  const [choices, setChoices] = useState<Readonly<Record<string, "mine" | "theirs">>>({});
  const choiceOf = (name: string) => choices[name] ?? "theirs";
  const choose = (name: string, value: "mine" | "theirs") =>
    setChoices((before) => ({ ...before, [name]: value }));
  const mine = new Set(fields.map(({ name }) => name).filter((name) => choiceOf(name) === "mine"));
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("conflict.title")}
      size="lg"
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <p>{t("conflict.text")}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("conflict.field")}</th>
            <th scope="col">{t("conflict.theirs")}</th>
            <th scope="col">{t("conflict.mine")}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.name}>
              <th scope="row">{field.label}</th>
              {(["theirs", "mine"] as const).map((side) => (
                <td key={side}>
                  <Radio
                    name={`conflict-${field.name}`}
                    checked={choiceOf(field.name) === side}
                    onChange={() => choose(field.name, side)}
                    label={field[side] === "" ? t("ui.nothing") : field[side]}
                    aria-label={`${field.label}, ${t(`conflict.${side}`)}: ${field[side]}`}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose}>{t("ui.close")}</Button>
        <Button variant="filled" onClick={() => onResolve(mine)}>
          {t("conflict.continue")}
        </Button>
      </Group>
    </Modal>
  );
}
