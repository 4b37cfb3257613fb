import { useQuery } from "@tanstack/react-query";
import type { Country } from "@/api/types";
import { t } from "@/messages/t";
import type { Field } from "@/ui/Form/field";
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
  /** False if the form asks for the phone number elsewhere. */
  phone?: boolean;
  phoneRequired?: boolean;
  /** Prefix of the `autocomplete` tokens. */
  kind?: "billing";
}

/** The fields of an address, as its country has them. */
export function AddressFields(props: Props) {
  const { draft, problems, onChange, phone = true, phoneRequired = false, kind } = props;
  const { data: countries = [] } = useQuery(countriesQuery);
  const country = countries.find(({ code }) => code === draft.country);
  const autoComplete = (token: string): string => (kind ? `${kind} ${token}` : token);
  const fields = addressFields(country);
  const input = (field: AddressField, token: string): InputProps => ({
    name: field,
    field: fields[field],
    value: draft[field],
    error: problems[field],
    autoComplete: autoComplete(token),
    onChange: (value: string) => onChange({ ...draft, [field]: value }),
  });
  return (
    <div className={styles["fields"]}>
      <SelectField
        label={t("address.country")}
        name="country"
        className={styles["whole"]}
        autoComplete={autoComplete("country")}
        error={problems.country}
        value={draft.country}
        onChange={(code) => onChange({ ...draft, country: code, state: "" })}
        choices={[
          ...(country ? [] : [{ value: draft.country, label: t("form.choose") }]),
          ...countries.map(({ code, name }) => ({ value: code, label: name })),
        ]}
      />
      <TextField label={t("address.firstName")} {...input("firstName", "given-name")} />
      <TextField label={t("address.lastName")} {...input("lastName", "family-name")} />
      <TextField
        label={t("address.line1")}
        className={styles["whole"]}
        {...input("line1", "address-line1")}
      />
      <TextField
        label={t("address.line2")}
        className={styles["whole"]}
        optional
        {...input("line2", "address-line2")}
      />
      <RegionFields country={country} input={input} />
      {phone && (
        <TextField
          label={t("address.phone")}
          type="tel"
          className={styles["whole"]}
          optional={!phoneRequired}
          placeholder={t("signin.phonePrompt")}
          {...input("phone", "tel-national")}
        />
      )}
    </div>
  );
}

interface InputProps {
  name: string;
  field: Field;
  value: string;
  error: string | undefined;
  autoComplete: string;
  onChange: (value: string) => void;
}

interface RegionFieldsProps {
  country: Country | undefined;
  /** Returns the props of a field's input. `token` is its `autocomplete` token. */
  input: (field: AddressField, token: string) => InputProps;
}

/** City, state and postal code, if the country has them. Without a country, all three. */
function RegionFields({ country, input }: RegionFieldsProps) {
  const has = (field: string) => country?.fields.includes(field) ?? true;
  const isOptional = (field: string) => country !== undefined && !country.required.includes(field);
  const { field: stateRules, ...state } = input("state", "address-level1");
  return (
    <>
      {has("city") && (
        <TextField
          label={t("address.city")}
          optional={isOptional("city")}
          {...input("city", "address-level2")}
        />
      )}
      {has("state") &&
        (country && country.states.length > 0 ? (
          <SelectField
            label={country.stateLabel}
            {...state}
            choices={[
              { value: "", label: t("form.choose") },
              ...country.states.map(({ value, name }) => ({ value, label: name })),
            ]}
          />
        ) : (
          <TextField
            label={country?.stateLabel ?? t("address.state")}
            optional={isOptional("state")}
            field={stateRules}
            {...state}
          />
        ))}
      {has("postalCode") && (
        <TextField
          label={t("address.postalCode")}
          optional={isOptional("postalCode")}
          placeholder={
            country?.postalCodeExample
              ? t("address.postalCodeExample", { example: country.postalCodeExample })
              : undefined
          }
          {...input("postalCode", "postal-code")}
        />
      )}
    </>
  );
}
