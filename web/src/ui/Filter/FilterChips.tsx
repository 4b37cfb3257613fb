import { t } from "@/messages/t";
import { Chip } from "../Chips/Chips";
import { type Conditions, type FilterField, writeCondition } from "./conditions";
import styles from "./FilterChips.module.css";
import { conditionLabel } from "./labels";

interface Props {
  applied: Conditions;
  fieldOf: (key: string) => FilterField | null;
  onChange: (next: Conditions) => void;
}

/** The conditions of an advanced filter as removable chips, for a `ChipList`. */
export function FilterChips({ applied: { match, conditions }, fieldOf, onChange }: Props) {
  return (
    <>
      {match === "any" && conditions.length > 1 && (
        <li className={styles["any"]}>{t("filter.anyOf")}</li>
      )}
      {conditions.map((condition) => {
        const field = fieldOf(condition.key);
        return (
          field && (
            <Chip
              key={writeCondition(condition)}
              label={conditionLabel(condition, field)}
              onRemove={() =>
                onChange({ match, conditions: conditions.filter((other) => other !== condition) })
              }
            />
          )
        );
      })}
    </>
  );
}
