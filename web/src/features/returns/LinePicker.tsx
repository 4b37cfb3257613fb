import { useId } from "react";
import type { OrderLine } from "@/api/types";
import { t } from "@/messages/t";
import { maxValue, numeric } from "@/ui/Form/rules";
import { Picture } from "@/ui/Picture/Picture";
import { Quantity } from "@/ui/Quantity/Quantity";
import { type LineSelectionState, withLine } from "./lineSelection";
import styles from "./LinePicker.module.css";

interface Props {
  legend: string;
  state: LineSelectionState;
}

/** Selects lines of an order, and how many units of each. */
export function LinePicker({ legend, state }: Props) {
  const id = useId();
  return (
    <fieldset
      className={styles["picker"]}
      aria-describedby={state.problem === undefined ? undefined : id}
    >
      <legend>{legend}</legend>
      {state.lines.map((line) => (
        <LineOption key={line.lineId} line={line} state={state} />
      ))}
      {state.problem !== undefined && (
        <span id={id} className={styles["error"]} role="alert">
          {state.problem}
        </span>
      )}
    </fieldset>
  );
}

function LineOption({ line, state }: { line: OrderLine; state: LineSelectionState }) {
  const { lineId, title, options } = line;
  const max = state.max(line);
  const quantity = state.selection[lineId];
  const select = (next: number | null) => state.select(withLine(state.selection, lineId, next));
  return (
    <div className={styles["line"]}>
      <label className={styles["choice"]}>
        <input
          type="checkbox"
          aria-label={t("line.choose", { title })}
          aria-invalid={state.problem === undefined ? undefined : true}
          checked={quantity !== undefined}
          onChange={(event) => select(event.target.checked ? max : 0)}
        />
        <Picture picture={line.image} alt="" sizes="56px" className={styles["picture"]} />
        <span className={styles["text"]}>
          <span>{title}</span>
          {options.length > 0 && (
            <span className={styles["quiet"]}>{options.map(({ value }) => value).join(", ")}</span>
          )}
        </span>
      </label>
      {quantity !== undefined && max > 1 && (
        <Quantity
          size="small"
          label={t("line.quantityOf", { title })}
          value={quantity ?? max}
          max={max}
          rules={[numeric, maxValue(max)]}
          onChange={select}
        />
      )}
    </div>
  );
}
