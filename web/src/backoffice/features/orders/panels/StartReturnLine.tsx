import { Select } from "@mantine/core";
import { t } from "../../../messages/t";
import { money } from "../../../ui/Money";
import styles from "./panels.module.css";
import { Quantity } from "./Quantity";
import type { ReturnableLine, ReturnForm } from "./useStartReturn";

function optionText(options: ReturnableLine["options"]): string {
  return options.map(({ value }) => value).join(" · ");
}

interface Props {
  line: ReturnableLine;
  form: ReturnForm;
  onChange: (changes: Partial<ReturnForm>) => void;
}

/** How many units of a line come back, and what is sent in exchange. */
export function StartReturnLine({ line, form, onChange }: Props) {
  const { lineId, title } = line;
  const { units, choices, preference } = form;
  return (
    <li className={styles.line}>
      <div className={styles.what}>
        <div className={styles.title}>{title}</div>
        <div className="quiet small">
          {[optionText(line.options), money(line.unitPrice)].filter(Boolean).join(" · ")}
        </div>
      </div>
      <Quantity
        title={title}
        value={units[lineId] ?? 0}
        max={line.quantity}
        onChange={(quantity) => onChange({ units: { ...units, [lineId]: quantity } })}
      />
      {preference === "exchange" && (units[lineId] ?? 0) > 0 ? (
        <Select
          label={t("returns.startChoice", { title })}
          data={line.exchanges.map(({ skuId, options }) => ({
            value: String(skuId),
            label: optionText(options),
          }))}
          value={choices[lineId] ?? null}
          onChange={(value) => onChange({ choices: { ...choices, [lineId]: value } })}
        />
      ) : null}
    </li>
  );
}
