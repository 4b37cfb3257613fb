import type { Country } from "@/api/types";
import { t } from "@/messages/t";
import { TextField } from "@/ui/Form/TextField";
import type { AddressProblems } from "./addressDraft";
import styles from "./AddressFields.module.css";

interface Business {
  company: string;
  taxId: string;
}

interface Props extends Business {
  /** Of the billing address; it determines the label and format of the tax ID. */
  country: Country | undefined;
  problems: Pick<AddressProblems, "company" | "taxId">;
  /** Whether to mark the company as optional. */
  companyOptional?: boolean;
  onChange: (change: Partial<Business>) => void;
}

/** The company that is billed and its tax ID. */
export function BusinessFields({
  company,
  taxId,
  country,
  problems,
  companyOptional = false,
  onChange,
}: Props) {
  const example = country?.taxIdExample;
  return (
    <div className={styles["fields"]}>
      <TextField
        label={t("business.company")}
        autoComplete="organization"
        optional={companyOptional}
        value={company}
        error={problems.company}
        onChange={(typed) => onChange({ company: typed })}
      />
      <TextField
        label={country?.taxIdLabel ?? t("business.taxId")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        optional
        placeholder={example ? t("business.taxIdExample", { example }) : undefined}
        value={taxId}
        error={problems.taxId}
        onChange={(typed) => onChange({ taxId: typed })}
      />
    </div>
  );
}
