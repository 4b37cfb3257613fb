import type { OrderLine } from "@/api/types";
import "@/messages/later/returns";
import { t } from "@/messages/t";
import { maxValue, numeric } from "@/ui/Form/rules";
import { Picture } from "@/ui/Picture/Picture";
import { Quantity } from "@/ui/Quantity/Quantity";
import { choose, type Chosen } from "./chosen";
import styles from "./LinePicker.module.css";

interface Props {
  legend: string;
  lines: readonly OrderLine[];
  /** How many pieces of a line may be chosen. */
  most: (line: OrderLine) => number;
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
  error?: string | undefined;
}

/** Lines of an order, of which some pieces are chosen. */
export function LinePicker({ legend, lines, most, chosen, onChange, error }: Props) {
  return (
    <fieldset className={styles["picker"]}>
      <legend>{legend}</legend>
      {lines.map((line) => {
        const { lineId, title, options } = line;
        const quantity = chosen[lineId];
        return (
          <div key={lineId} className={styles["line"]}>
            <label className={styles["choice"]}>
              <input
                type="checkbox"
                aria-label={t("line.choose", { title })}
                aria-invalid={error === undefined ? undefined : true}
                checked={quantity !== undefined}
                onChange={(event) =>
                  onChange(choose(chosen, lineId, event.target.checked ? most(line) : 0))
                }
              />
              <Picture picture={line.image} alt="" sizes="56px" className={styles["picture"]} />
              <span className={styles["words"]}>
                <span>{title}</span>
                {options.length > 0 && (
                  <span className={styles["quiet"]}>
                    {options.map(({ value }) => value).join(", ")}
                  </span>
                )}
              </span>
            </label>
            {quantity !== undefined && most(line) > 1 && (
              <Quantity
                size="small"
                label={t("line.pieces", { title })}
                value={quantity ?? most(line)}
                max={most(line)}
                rules={[numeric, maxValue(most(line))]}
                onChange={(next) => onChange(choose(chosen, lineId, next))}
              />
            )}
          </div>
        );
      })}
      {error !== undefined && (
        <span className={styles["error"]} role="alert">
          {error}
        </span>
      )}
    </fieldset>
  );
}
