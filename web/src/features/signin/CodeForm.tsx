import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { fieldErrors, messageAt } from "@/api/errors";
import type { SignedIn } from "@/api/types";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { hasErrors, validateFields } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { focusFirstInvalid } from "@/ui/Form/focusFirstInvalid";
import { TextField } from "@/ui/Form/TextField";
import { useDraft } from "@/ui/Form/useDraft";
import { CodeField } from "./CodeField";
import type { PendingCode } from "./pendingCode";
import { type Names, validateCode } from "./requests";
import { Resend } from "./Resend";
import { SentTo } from "./SentTo";
import styles from "./SignIn.module.css";

interface Props {
  pending: PendingCode;
  onResent: (pending: PendingCode) => void;
  onBack: () => void;
  onSignedIn: (signedIn: SignedIn) => void;
}

const EMPTY = { otp: "", firstName: "", lastName: "" };

type Problems = Partial<typeof EMPTY>;

const CODE_FIELDS = {
  otp: FIELDS.otp,
  firstName: FIELDS.optionalFirstName,
  lastName: FIELDS.optionalLastName,
};

function problemsFromError(error: unknown): Problems {
  const { firstName, lastName } = fieldErrors(error);
  if (firstName === undefined && lastName === undefined) return { otp: messageAt("otp", error) };
  return {
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
  };
}

/** The second step of signing in: the code, and optionally the name of a new customer. */
export function CodeForm({ pending, onResent, onBack, onSignedIn }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { draft, change, problems, setProblems } = useDraft(EMPTY);
  const { otp, ...names } = draft;
  const verify = useMutation({
    mutationFn: () => validateCode(pending, otp, names),
    onSuccess: onSignedIn,
    onError: (error) => {
      setProblems(problemsFromError(error));
      focusFirstInvalid(form.current);
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (verify.isPending) return;
    const found = validateFields(CODE_FIELDS, draft);
    setProblems(found);
    if (hasErrors(found)) focusFirstInvalid(form.current);
    else verify.mutate();
  };
  return (
    <form ref={form} className={styles["step"]} onSubmit={submit} noValidate>
      <h1>{t("signin.sentTitle")}</h1>
      <SentTo pending={pending} onBack={onBack} />
      <CodeField value={otp} onChange={(code) => change({ otp: code })} error={problems.otp} />
      <NameFields names={names} problems={problems} onChange={change} />
      <Button type="submit" fullWidth busy={verify.isPending}>
        {t("signin.verify")}
      </Button>
      <Resend
        pending={pending}
        onResent={onResent}
        onError={(problem) => setProblems(problem === undefined ? {} : { otp: problem })}
      />
    </form>
  );
}

interface NameFieldsProps {
  names: Names;
  problems: Problems;
  onChange: (part: Partial<Names>) => void;
}

function NameFields({ names, problems, onChange }: NameFieldsProps) {
  const [isOpen, setOpen] = useState(false);
  const hasProblem = problems.firstName !== undefined || problems.lastName !== undefined;
  return (
    <details
      className={styles["names"]}
      open={isOpen || hasProblem}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t("signin.newHere")}</summary>
      <div className={styles["pair"]}>
        <TextField
          label={t("signin.firstName")}
          autoComplete="given-name"
          field={FIELDS.optionalFirstName}
          value={names.firstName}
          error={problems.firstName}
          onChange={(firstName) => onChange({ firstName })}
        />
        <TextField
          label={t("signin.lastName")}
          autoComplete="family-name"
          field={FIELDS.optionalLastName}
          value={names.lastName}
          error={problems.lastName}
          onChange={(lastName) => onChange({ lastName })}
        />
      </div>
    </details>
  );
}
