import { type SubmitEvent, useRef, useState } from "react";
import { fieldErrors, formError } from "@/api/errors";
import type { Customer } from "@/api/types";
import { t } from "@/messages/t";
import { showToast } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { DateField } from "@/ui/Form/DateField";
import { hasErrors } from "@/ui/Form/field";
import { focusFirstInvalid } from "@/ui/Form/focusFirstInvalid";
import { SelectField } from "@/ui/Form/SelectField";
import { TextField } from "@/ui/Form/TextField";
import { useDraft, useRemembered } from "@/ui/Form/useDraft";
import { Avatar } from "./Avatar";
import { useSaveProfile } from "./changes";
import {
  GENDERS,
  gendersFor,
  NAME_FIELDS,
  profileInput,
  profileProblems,
  type ProfileDraft,
  type ProfileProblems,
  toProfileDraft,
} from "./profileDraft";
import styles from "./ProfileForm.module.css";

/** The customer's picture, name, date of birth and gender. */
export function ProfileForm({ customer }: { customer: Customer }) {
  const form = useRef<HTMLFormElement>(null);
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const remembered = useRemembered(`profile ${customer.id}`, toProfileDraft(customer));
  const { draft, change, problems, setProblems } = useDraft(remembered.value);
  const save = useSaveProfile();
  const error = formError(save.error);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found = profileProblems(draft, today);
    setProblems(found);
    if (hasErrors(found)) {
      focusFirstInvalid(form.current);
      return;
    }
    save.mutate(profileInput(draft, customer), {
      onSuccess: () => {
        remembered.forget();
        showToast(t("profile.saved"));
      },
      onError: (found) => {
        setProblems(fieldErrors(found));
        focusFirstInvalid(form.current);
      },
    });
  };
  return (
    <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
      <h2>{t("profile.about")}</h2>
      <Avatar customer={customer} />
      <ProfileFields
        {...{ customer, draft, problems, today }}
        onChange={(part) => {
          change(part);
          remembered.change({ ...draft, ...part });
        }}
      />
      {error !== undefined && (
        <p className={styles["error"]} role="alert">
          {error}
        </p>
      )}
      <Button type="submit" busy={save.isPending}>
        {t("profile.save")}
      </Button>
    </form>
  );
}

interface FieldsProps {
  customer: Customer;
  draft: ProfileDraft;
  problems: ProfileProblems;
  /** ISO date. */
  today: string;
  onChange: (change: Partial<ProfileDraft>) => void;
}

function ProfileFields({ customer, draft, problems, today, onChange }: FieldsProps) {
  return (
    <div className={styles["fields"]}>
      <TextField
        label={t("signin.firstName")}
        autoComplete="given-name"
        field={NAME_FIELDS.firstName}
        value={draft.firstName}
        error={problems.firstName}
        onChange={(firstName) => onChange({ firstName })}
      />
      <TextField
        label={t("signin.lastName")}
        autoComplete="family-name"
        field={NAME_FIELDS.lastName}
        value={draft.lastName}
        error={problems.lastName}
        onChange={(lastName) => onChange({ lastName })}
      />
      <DateField
        label={t("profile.dob")}
        autoComplete="bday"
        optional
        value={draft.dob ?? null}
        max={today}
        error={problems.dob}
        onChange={(dob) => onChange({ dob })}
      />
      <SelectField
        label={t("profile.gender")}
        optional
        autoComplete="sex"
        value={draft.gender}
        error={problems.gender}
        onChange={(gender) => onChange({ gender })}
        choices={[
          { value: "", label: t("profile.genderNone") },
          ...gendersFor(customer).map((value) => ({ value, label: genderLabel(value) })),
        ]}
      />
    </div>
  );
}

function genderLabel(value: string): string {
  const known = GENDERS.find((gender) => gender === value);
  return known === undefined ? value : t(`profile.${known}`);
}
