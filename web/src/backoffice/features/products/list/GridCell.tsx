import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { t } from "../../../messages/t";
import {
  type Cell,
  type CellStore,
  type Edited,
  type Field,
  keyOf,
  shownText,
  typedText,
  useEdit,
  valueOf,
} from "./cellStore";
import styles from "./grid.module.css";

interface Props extends Cell {
  store: CellStore;
  readOnly: boolean;
}

export const LABELS = {
  stock: "products.stock",
  price: "products.price",
  compareAtPrice: "products.compareAtPrice",
} as const satisfies Record<Field, string>;

function cellsBelow(input: HTMLElement): HTMLInputElement[] {
  const column = input.dataset["cell"] ?? "";
  const all = document.querySelectorAll<HTMLInputElement>(`input[data-cell="${column}"]`);
  const cells = [...all].filter((one) => !one.readOnly);
  return cells.slice(cells.indexOf(input as HTMLInputElement));
}

function focusCell(cell: HTMLInputElement | undefined): void {
  cell?.focus();
  cell?.select();
  cell?.scrollIntoView({ block: "nearest" });
}

/** Goes down or up within the column. */
function move(input: HTMLInputElement, down: boolean): void {
  const column = input.dataset["cell"] ?? "";
  const cells = [...document.querySelectorAll<HTMLInputElement>(`input[data-cell="${column}"]`)];
  const editable = cells.filter((one) => !one.readOnly);
  focusCell(editable[editable.indexOf(input) + (down ? 1 : -1)]);
}

/** Types into an input as a person would, so that its own handler stores the text. */
function typeInto(input: HTMLInputElement, text: string): void {
  // React listens to the setter of its own input.
  Reflect.set(HTMLInputElement.prototype, "value", text, input);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Fills cells downwards, and to the right if several columns were copied. */
function paste(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData("text/plain").replace(/\r?\n$/, "");
  const lines = text.split(/\r?\n/).map((line) => line.split("\t"));
  if (lines.length === 1 && lines[0]?.length === 1) return;
  event.preventDefault();
  const cells = cellsBelow(event.currentTarget);
  lines.forEach((values, line) => {
    const first = cells[line];
    const row = [
      ...(first?.closest("tr")?.querySelectorAll<HTMLInputElement>("[data-cell]") ?? []),
    ];
    const start = first ? row.indexOf(first) : 0;
    values.forEach((value, column) => {
      const cell = row[start + column];
      if (cell && !cell.readOnly) typeInto(cell, value.trim());
    });
  });
}

/** Focuses the first cell of the row that has the focus or that the keys are at, else of the list. */
export function focusRowCell(): void {
  const own = document.activeElement?.closest("tr");
  const row = own ?? document.querySelector("tr[data-current]") ?? document;
  const cells = [...row.querySelectorAll<HTMLInputElement>("input[data-cell]")];
  focusCell(cells.find((one) => !one.readOnly));
}

/** What was typed while the cell has focus, else the value as it is read. */
function textOf(cell: Cell, edit: Edited | undefined, focused: boolean, store: CellStore): string {
  const value = edit ? valueOf(cell, edit.text, store.decimals) : cell.value;
  if (value === undefined) return edit?.text ?? "";
  if (!focused) return shownText(cell.field, value, store.currency);
  return edit?.text ?? typedText(cell.field, value, store.decimals);
}

/** The stored value of a changed cell, struck through. */
function Before({ edit: { cell }, currency }: { edit: Edited; currency: string }) {
  const value = shownText(cell.field, cell.value, currency) || t("products.none");
  return (
    <s className={styles.before} title={t("products.was", { value })}>
      {value}
    </s>
  );
}

/** A price or a stock that is edited in place. ↵ goes down, Esc takes the change back. */
export const GridCell = memo(function GridCell(props: Props) {
  const { store, skuId, field, name, value, readOnly } = props;
  const cell = { skuId, field, name, value };
  const edit = useEdit(store, keyOf(cell));
  const input = useRef<HTMLInputElement>(null);
  const [focused, setFocused] = useState(false);
  const isInvalid = edit !== undefined && valueOf(cell, edit.text, store.decimals) === undefined;
  useLayoutEffect(() => {
    if (focused) input.current?.select();
  }, [focused]);
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    const target = event.currentTarget;
    if (event.key === "Enter" || event.key === "ArrowDown") move(target, !event.shiftKey);
    else if (event.key === "ArrowUp") move(target, false);
    else if (event.key === "Escape" && edit) {
      store.revert([keyOf(cell)]);
      requestAnimationFrame(() => target.select());
    } else if (event.key === "Escape") target.blur();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span className={styles.cell} data-changed={edit !== undefined || undefined}>
      {edit ? <Before edit={edit} currency={store.currency} /> : null}
      <input
        ref={input}
        className={styles.input}
        data-cell={field}
        data-key={keyOf(cell)}
        aria-label={t("products.cell", { field: t(LABELS[field]), name })}
        aria-invalid={isInvalid || undefined}
        title={isInvalid ? t("products.notANumber") : undefined}
        inputMode={field === "stock" ? "numeric" : "decimal"}
        autoComplete="off"
        readOnly={readOnly}
        placeholder={focused ? "" : "–"}
        value={textOf(cell, edit, focused, store)}
        onChange={({ currentTarget }) => store.type(cell, currentTarget.value)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onKeyDown={keys}
        onPaste={paste}
      />
    </span>
  );
});
