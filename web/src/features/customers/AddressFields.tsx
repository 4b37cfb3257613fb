import { useQuery } from "@tanstack/react-query";
import { t } from "@/messages/t";
import { SelectField } from "@/ui/Form/SelectField";
import { TextField } from "@/ui/Form/TextField";
import {
  type AddressDraft,
  type AddressField,
  addressFields,
  type AddressProblems,
} from "./addressDraft";
import styles from "./AddressFields.module.css";
import { countriesQuery } from "./queries";

interface Props {
  draft: AddressDraft;
  problems: AddressProblems;
  onChange: (draft: AddressDraft) => void;
  /** Left out where the number is asked for beside. */
  phone?: boolean;
  phoneNeeded?: boolean;
  /** Stands before the names of parts for the browser, such as `billing`. */
  kind?: "billing";
}

/** The parts of an address, those that its country has. */
export function AddressFields({
  draft,
  problems,
  onChange,
  phone = true,
  phoneNeeded = false,
  kind,
}: Props) {
  const { data: countries } = useQuery(countriesQuery);
  const country = countries?.find(({ code }) => code === draft.country);
  const has = (field: string) => country?.fields.includes(field) ?? true;
  const needs = (field: string) => country?.required.includes(field) ?? false;
  const set = (field: AddressField) => (value: string) => onChange({ ...draft, [field]: value });
  const part = (name: string): string => (kind ? `${kind} ${name}` : name);
  const fields = addressFields(country);
  const text = (field: AddressField) => ({
    field: fields[field],
    value: draft[field],
    error: problems[field],
    onChange: set(field),
  });
  return (
    <div className={styles["fields"]}>
      <SelectField
        label={t("address.country")}
        className={styles["whole"]}
        autoComplete={part("country")}
        error={problems.country}
        value={draft.country}
        onChange={(code) => onChange({ ...draft, country: code, state: "" })}
        choices={[
          ...(country ? [] : [{ value: draft.country, label: t("form.choose") }]),
          ...(countries ?? []).map(({ code, name }) => ({ value: code, label: name })),
        ]}
      />
      <TextField
        label={t("address.firstName")}
        autoComplete={part("given-name")}
        {...text("firstName")}
      />
      <TextField
        label={t("address.lastName")}
        autoComplete={part("family-name")}
        {...text("lastName")}
      />
      <TextField
        label={t("address.line1")}
        className={styles["whole"]}
        autoComplete={part("address-line1")}
        {...text("line1")}
      />
      <TextField
        label={t("address.line2")}
        className={styles["whole"]}
        autoComplete={part("address-line2")}
        optional
        {...text("line2")}
      />
      {has("city") && (
        <TextField
          label={t("address.city")}
          autoComplete={part("address-level2")}
          optional={!needs("city") && country !== undefined}
          {...text("city")}
        />
      )}
      {has("state") &&
        (country && country.states.length > 0 ? (
          <SelectField
            label={country.stateLabel}
            autoComplete={part("address-level1")}
            {...text("state")}
            choices={[
              { value: "", label: t("form.choose") },
              ...country.states.map(({ value, name }) => ({ value, label: name })),
            ]}
          />
        ) : (
          <TextField
            label={country?.stateLabel ?? t("address.state")}
            autoComplete={part("address-level1")}
            optional={!needs("state") && country !== undefined}
            {...text("state")}
          />
        ))}
      {has("postalCode") && (
        <TextField
          label={t("address.postalCode")}
          autoComplete={part("postal-code")}
          optional={!needs("postalCode") && country !== undefined}
          placeholder={
            country?.postalCodeExample
              ? t("address.postalCodeExample", { example: country.postalCodeExample })
              : undefined
          }
          {...text("postalCode")}
        />
      )}
      {phone && (
        <TextField
          label={t("address.phone")}
          type="tel"
          autoComplete={part("tel-national")}
          optional={!phoneNeeded}
          placeholder={t("signin.phonePrompt")}
          {...text("phone")}
        />
      )}
    </div>
  );
}
