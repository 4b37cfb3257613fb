import { Button, Group, Modal, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { hasCode } from "../../../api/errors";
import { t } from "../../../messages/t";
import { useShop } from "../../../session/session";
import { ConflictDialog } from "../../../ui/ConflictDialog";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { SaveBar } from "../../../ui/SaveBar";
import {
  type Cell,
  type CellStore,
  type Edited,
  keyOf,
  shownText,
  useEdits,
  valueOf,
} from "./cellStore";
import { LABELS } from "./GridCell";
import styles from "./grid.module.css";
import type { StockReason } from "./queries";
import { type Clash, type Reason, useSaveCells } from "./useSaveCells";

const REASONS = [
  "count",
  "supply",
  "damage",
  "found",
  "correction",
] as const satisfies readonly StockReason[];

function shown({ field }: Cell, value: number | null | undefined, currency: string): string {
  return value === undefined ? "" : shownText(field, value, currency);
}

const labelOf = ({ field, name }: Cell) => t("products.cell", { field: t(LABELS[field]), name });

function focusKey(key: string): void {
  document.querySelector<HTMLInputElement>(`input[data-key="${key}"]`)?.focus();
}

/** The save bar of the list, with the reason for stock, the review, and conflicts. */
export function SaveCells({ store }: { store: CellStore }) {
  const edits = useEdits(store);
  const { save, clashes, resolve, close } = useSaveCells(store);
  const [asking, setAsking] = useState<"reason" | "review" | null>(null);
  const stock = edits.filter(({ cell }) => cell.field === "stock");
  const start = () => {
    const invalid = store.firstInvalid();
    if (invalid) focusKey(keyOf(invalid.cell));
    else if (stock.length > 0) setAsking("reason");
    else save.mutate(null);
  };
  return (
    <>
      <SaveBar
        changes={edits.length}
        saving={save.isPending}
        onSave={start}
        onDiscard={() => {
          store.clear();
          save.reset();
        }}
        onReview={() => setAsking("review")}
      />
      {edits.length > 0 && save.error && !hasCode(save.error, "skus_changed") ? (
        <div className={styles.alert}>
          <ErrorNote error={save.error} isWrite />
        </div>
      ) : null}
      <ReasonDialog
        opened={asking === "reason"}
        count={stock.length}
        onClose={() => setAsking(null)}
        onSave={(why) => {
          setAsking(null);
          save.mutate(why);
        }}
      />
      <Review
        opened={asking === "review"}
        onClose={() => setAsking(null)}
        store={store}
        edits={edits}
      />
      <Conflicts clashes={clashes} store={store} onClose={close} onResolve={resolve} />
    </>
  );
}

function Conflicts({
  clashes,
  store,
  onClose,
  onResolve,
}: {
  clashes: readonly Clash[];
  store: CellStore;
  onClose: () => void;
  onResolve: (mine: ReadonlySet<string>) => void;
}) {
  const { currency } = useShop();
  const fields = clashes.map(({ edit: { cell, text }, theirs }) => ({
    name: keyOf(cell),
    label: labelOf(cell),
    theirs: shown(cell, theirs, currency),
    mine: shown(cell, valueOf(cell, text, store.decimals), currency),
  }));
  return (
    <ConflictDialog
      fields={fields}
      opened={clashes.length > 0}
      onClose={onClose}
      onResolve={onResolve}
    />
  );
}

/** Asks once for all stock of a save. */
function ReasonDialog({
  opened,
  count,
  onClose,
  onSave,
}: {
  opened: boolean;
  count: number;
  onClose: () => void;
  onSave: (why: Reason) => void;
}) {
  const [reason, setReason] = useState<StockReason>("count");
  const [note, setNote] = useState("");
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("products.stockTitle")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <form
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault();
          setNote("");
          onSave({ reason, note: note.trim() });
        }}
      >
        <p>{t("products.stockText", { count })}</p>
        <Select
          label={t("products.reason")}
          data={REASONS.map((value) => ({ value, label: t(`products.reason.${value}`) }))}
          value={reason}
          allowDeselect={false}
          onChange={(value) => value && setReason(value)}
          data-autofocus
        />
        <TextInput
          label={t("products.note")}
          description={t("products.optional")}
          maxLength={500}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t("ui.close")}</Button>
          <Button type="submit" variant="filled">
            {t("products.save")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** All unsaved changes, also those of other pages of the list. */
function Review({
  opened,
  onClose,
  store,
  edits,
}: {
  opened: boolean;
  onClose: () => void;
  store: CellStore;
  edits: readonly Edited[];
}) {
  const { currency } = useShop();
  return (
    <Modal
      opened={opened && edits.length > 0}
      onClose={onClose}
      title={t("products.review")}
      size="lg"
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <table className={styles.changes}>
        <tbody>
          {edits.map(({ cell, text }) => {
            const after = valueOf(cell, text, store.decimals);
            return (
              <tr key={keyOf(cell)}>
                <th scope="row">{labelOf(cell)}</th>
                <td>
                  <s className="quiet">{shown(cell, cell.value, currency) || t("products.none")}</s>{" "}
                  {after === undefined ? text : shown(cell, after, currency) || t("products.none")}
                </td>
                <td>
                  <Button size="compact-sm" onClick={() => store.revert([keyOf(cell)])}>
                    {t("ui.undo")}
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Modal>
  );
}
