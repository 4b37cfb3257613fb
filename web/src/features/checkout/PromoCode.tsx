import { type SubmitEvent, useState } from "react";
import type { Quote } from "@/api/types";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { problemIn } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { TextField } from "@/ui/Form/TextField";
import { Icon } from "@/ui/Icon/Icon";
import styles from "./Summary.module.css";
import { isPromoProblem } from "./requests";

interface Props {
  applied: string | null;
  quote: Quote;
  /** The quote does not know of the newest code yet. */
  waiting: boolean;
  onApply: (code: string | null) => void;
}

/** A code that takes something off, or why it does not. */
export function PromoCode({ applied, quote, waiting, onApply }: Props) {
  const [typed, setTyped] = useState("");
  const [broken, setBroken] = useState<string>();
  const problem = applied === null ? undefined : quote.problems.find(isPromoProblem);
  const counts = applied !== null && !waiting && problem === undefined;
  const apply = (event: SubmitEvent) => {
    event.preventDefault();
    const found = problemIn(FIELDS.promoCode, typed);
    setBroken(found);
    if (found === undefined) onApply(typed.trim());
  };
  if (counts) {
    return (
      <p className={styles["applied"]} role="status">
        <Icon name="check" />
        <span>{t("checkout.promoApplied", { code: applied })}</span>
        <button
          type="button"
          aria-label={t("checkout.promoRemove", { code: applied })}
          onClick={() => {
            setTyped("");
            onApply(null);
          }}
        >
          <Icon name="close" />
        </button>
      </p>
    );
  }
  return (
    <form className={styles["promo"]} onSubmit={apply} noValidate>
      <TextField
        label={t("checkout.promo")}
        autoComplete="off"
        autoCapitalize="characters"
        field={FIELDS.promoCode}
        value={typed}
        error={broken ?? (waiting ? undefined : problem?.message)}
        onChange={(text) => {
          setTyped(text);
          setBroken(undefined);
        }}
      />
      <Button type="submit" look="plain" busy={waiting && applied !== null}>
        {t("checkout.apply")}
      </Button>
    </form>
  );
}
