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
  setDraft: (draft: WithdrawalDraft) => void;
  nameProblem: string | undefined;
  lines: LineSelectionState;
}

/** Who withdraws, and whether from the whole order. */
export function WithdrawalFields({ until, draft, setDraft, nameProblem, lines }: Props) {
  const units = lines.lines.reduce((sum, line) => sum + remainingQuantity(line), 0);
  return (
    <>
      {until !== null && <p>{t("withdraw.textUntil", { date: date(until) })}</p>}
      <TextField
        label={t("withdraw.name")}
        autoComplete="name"
        field={FIELDS.statementName}
        value={draft.name}
        onChange={(name) => setDraft({ ...draft, name })}
        error={nameProblem}
      />
      {units > 1 && (
        <RadioGroup<Scope>
          legend={t("withdraw.what")}
          showLegend
          value={draft.scope}
          onChange={(scope) => setDraft({ ...draft, scope })}
          choices={[
            { value: "all", label: t("withdraw.all") },
            { value: "some", label: t("withdraw.some") },
          ]}
        />
      )}
    </>
  );
}
