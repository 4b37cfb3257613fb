import { type SubmitEvent, useRef, useState } from "react";
import { ApiError, sentenceOf } from "@/api/errors";
import type { Customer } from "@/api/types";
import "@/messages/later/profile";
import { t } from "@/messages/t";
import { tell } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { DateField } from "@/ui/Form/DateField";
import { hasProblems, problemsIn } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { focusFirstProblem } from "@/ui/Form/focusFirstProblem";
import { SelectField } from "@/ui/Form/SelectField";
import { TextField } from "@/ui/Form/TextField";
import { Avatar } from "./Avatar";
import { useSaveProfile } from "./changes";
import styles from "./ProfileForm.module.css";

const GENDERS = ["female", "male", "other"] as const;

const NAMES = { firstName: FIELDS.optionalFirstName, lastName: FIELDS.optionalLastName };
type Problems = Partial<Record<"firstName" | "lastName" | "dob", string>>;

/** What a customer may change alone. */
export function ProfileForm({ customer }: { customer: Customer }) {
  const form = useRef<HTMLFormElement>(null);
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const [firstName, setFirstName] = useState(customer.firstName ?? "");
  const [lastName, setLastName] = useState(customer.lastName ?? "");
  const [dob, setDob] = useState<string | null | undefined>(customer.dob);
  const [gender, setGender] = useState(customer.gender ?? "");
  const [problems, setProblems] = useState<Problems>({});
  const save = useSaveProfile();
  // A newer server's choice is kept as it is.
  const unknownGender = [customer.gender].filter(
    (value) => value !== null && !GENDERS.includes(value),
  ) as NonNullable<Customer["gender"]>[];
  const fields = save.error instanceof ApiError ? save.error.fields : {};

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const day =
      dob === undefined
        ? t("date.invalid")
        : dob !== null && dob > today
          ? t("profile.dobFuture")
          : undefined;
    const found: Problems = {
      ...problemsIn(NAMES, { firstName, lastName }),
      ...(day === undefined ? {} : { dob: day }),
    };
    setProblems(found);
    if (hasProblems(found) || dob === undefined) {
      focusFirstProblem(form.current);
      return;
    }
    save.mutate(
      {
        firstName: firstName.trim() || null,
        lastName: lastName.trim() || null,
        dob,
        gender: [...GENDERS, ...unknownGender].find((each) => each === gender) ?? null,
      },
      {
        onSuccess: () => tell(t("profile.saved")),
        onError: () => focusFirstProblem(form.current),
      },
    );
  };
  return (
    <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
      <h2>{t("profile.about")}</h2>
      <Avatar customer={customer} />
      <div className={styles["fields"]}>
        <TextField
          label={t("signin.firstName")}
          autoComplete="given-name"
          field={NAMES.firstName}
          value={firstName}
          error={problems.firstName ?? fields["firstName"]?.[0]}
          onChange={setFirstName}
        />
        <TextField
          label={t("signin.lastName")}
          autoComplete="family-name"
          field={NAMES.lastName}
          value={lastName}
          error={problems.lastName ?? fields["lastName"]?.[0]}
          onChange={setLastName}
        />
        <DateField
          label={t("profile.dob")}
          autoComplete="bday"
          optional
          value={customer.dob}
          max={today}
          error={problems.dob ?? fields["dob"]?.[0]}
          onChange={setDob}
        />
        <SelectField
          label={t("profile.gender")}
          optional
          autoComplete="sex"
          value={gender}
          error={fields["gender"]?.[0]}
          onChange={setGender}
          choices={[
            { value: "", label: t("profile.genderNone") },
            ...GENDERS.map((value) => ({ value, label: t(`profile.${value}`) })),
            ...unknownGender.map((value) => ({ value, label: value })),
          ]}
        />
      </div>
      {save.error && Object.keys(fields).length === 0 && (
        <p className={styles["error"]} role="alert">
          {sentenceOf(save.error)}
        </p>
      )}
      <Button type="submit" busy={save.isPending}>
        {t("profile.save")}
      </Button>
    </form>
  );
}
