import { useState } from "react";
import { t } from "@/messages/t";
import { field, validateField } from "../Form/field";
import { required, type Rule } from "../Form/rules";

/**
 * State of a quantity that is typed. Invalid text stays in the input; `onChange` gets null for it, and
 * the new quantity otherwise.
 */
export function useQuantityInput(
  value: number,
  rules: readonly Rule[],
  onChange: (value: number | null) => void,
) {
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const change = (next: number) => {
    setTyped(null);
    setProblem(undefined);
    onChange(next);
  };
  return {
    text: typed ?? String(value),
    problem,
    type: (text: string) => {
      setTyped(text);
      setProblem(undefined);
    },
    /** Sets a valid quantity, such as from a button. */
    change,
    /** Validates what was typed. */
    commit: () => {
      if (typed === null) return;
      const found = validateField(
        field(() => t("product.quantity"), required, ...rules),
        typed,
      );
      if (found === undefined) change(Number(typed));
      else {
        setProblem(found);
        onChange(null);
      }
    },
  };
}
