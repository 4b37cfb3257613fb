import { date } from "@/format/date";
import { t } from "@/messages/t";
import { RadioGroup } from "@/ui/Form/RadioGroup";
import { FIELDS } from "@/ui/Form/fields";
import { TextField } from "@/ui/Form/TextField";
import { type LineSelectionState, remainingQuantity } from "./lineSelection";

type Scope = "all" | "some";

export interface WithdrawalDraft {
  name: string;
  /** The whole order, or selected lines. */
  scope: Scope;
}

interface Props {
  /** The last day to withdraw, if known. */
  until: string | null;
  draft: WithdrawalDraft;
  change: (part: Partial<WithdrawalDraft>) => void;
  problems: Partial<Record<keyof WithdrawalDraft, string>>;
  lines: LineSelectionState;
}

/** Who withdraws, and whether from the whole order. */
export function WithdrawalFields({ until, draft, change, problems, lines }: Props) {
  const units = lines.lines.reduce((sum, line) => sum + remainingQuantity(line), 0);
  return (
    <>
      {until !== null && <p>{t("withdraw.textUntil", { date: date(until) })}</p>}
      <TextField
        label={t("withdraw.name")}
        autoComplete="name"
        field={FIELDS.statementName}
        value={draft.name}
        onChange={(name) => change({ name })}
        error={problems.name}
      />
      {units > 1 && (
        <RadioGroup<Scope>
          legend={t("withdraw.what")}
          showLegend
          value={draft.scope}
          onChange={(scope) => change({ scope })}
          choices={[
            { value: "all", label: t("withdraw.all") },
            { value: "some", label: t("withdraw.some") },
          ]}
        />
      )}
    </>
  );
}
