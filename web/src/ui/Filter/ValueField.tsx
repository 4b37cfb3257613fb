import { useId } from "react";
import { t } from "@/messages/t";
import { DateField } from "../Form/DateField";
import { SelectField } from "../Form/SelectField";
import { TextField } from "../Form/TextField";
import type { FilterField } from "./conditions";

interface Props {
  label: string;
  field: FilterField;
  /** As in `Draft.typed`. */
  typed: string | null | undefined;
  error: string | undefined;
  onChange: (typed: string | null | undefined) => void;
}

/** The control for a value of a condition, by the kind of its field. */
export function ValueField({ label, field, typed, error, onChange }: Props) {
  const list = useId();
  const shared = { label, error, onChange };
  switch (field.kind) {
    case "date":
      return <DateField {...shared} value={typed ?? null} />;
    case "choice":
      return (
        <SelectField
          {...shared}
          value={typed ?? ""}
          choices={[{ value: "", label: t("form.choose") }, ...field.choices]}
        />
      );
    case "text":
      return (
        <>
          <TextField
            {...shared}
            value={typed ?? ""}
            autoComplete="off"
            {...(field.suggestions ? { list } : {})}
          />
          {field.suggestions && (
            <datalist id={list}>
              {field.suggestions.map((suggestion) => (
                <option key={suggestion} value={suggestion} />
              ))}
            </datalist>
          )}
        </>
      );
    default:
      return (
        <TextField
          {...shared}
          value={typed ?? ""}
          inputMode={field.kind === "money" ? "decimal" : "numeric"}
          autoComplete="off"
        />
      );
  }
}
