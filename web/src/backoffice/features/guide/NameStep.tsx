import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Versioned } from "../../api/client";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { Loaded } from "./Loaded";
import { type Company, companyQuery, saveCompany } from "./queries";
import { StepForm, type StepProps } from "./StepForm";
import { useSaveStep } from "./useSaveStep";

/** The shop's name, and where shoppers reach it. */
export default function NameStep(props: StepProps) {
  return (
    <Loaded query={useQuery(companyQuery)}>
      {(loaded) => <Form key={loaded.etag} {...props} loaded={loaded} />}
    </Loaded>
  );
}

function Form({ loaded, ...props }: StepProps & { loaded: Versioned<Company> }) {
  const { output, etag } = loaded;
  const [typed, setTyped] = useState({
    name: output.name,
    email: output.email,
    phone: output.phone,
  });
  const save = useSaveStep(() => saveCompany({ ...output, ...typed }, etag ?? ""), props.onDone);
  const errors = fieldErrors(save.error);
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      setTyped((before) => ({ ...before, [name]: value })),
  });
  return (
    <StepForm
      {...props}
      save={save}
      missing={typed.name.trim() === "" ? t("guide.nameMissing") : null}
    >
      <TextInput
        label={t("guide.shopName")}
        description={t("guide.shopNameHelp")}
        autoComplete="organization"
        {...field("name")}
      />
      <TextInput
        label={t("guide.shopEmail")}
        description={t("guide.shopEmailHelp")}
        type="email"
        autoComplete="email"
        {...field("email")}
      />
      <TextInput label={t("guide.shopPhone")} type="tel" autoComplete="tel" {...field("phone")} />
    </StepForm>
  );
}
