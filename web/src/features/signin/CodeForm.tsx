import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { ApiError, sentenceOf } from "@/api/errors";
import type { SignedIn } from "@/api/types";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { hasProblems, problemsIn } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { focusFirstProblem } from "@/ui/Form/focusFirstProblem";
import { TextField } from "@/ui/Form/TextField";
import { CodeField } from "./CodeField";
import type { PendingCode } from "./pendingCode";
import { validateCode } from "./requests";
import { Resend } from "./Resend";
import styles from "./SignIn.module.css";

interface Props {
  pending: PendingCode;
  onResent: (pending: PendingCode) => void;
  onBack: () => void;
  onSignedIn: (signedIn: SignedIn) => void;
}

const CODE_FIELDS = {
  otp: FIELDS.otp,
  firstName: FIELDS.optionalFirstName,
  lastName: FIELDS.optionalLastName,
};

function otpProblem(error: unknown): string {
  return (error instanceof ApiError ? error.fields["otp"]?.[0] : undefined) ?? sentenceOf(error);
}

/** The code that was sent, and what somebody new may say at once. */
export function CodeForm({ pending, onResent, onBack, onSignedIn }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [otp, setOtp] = useState("");
  const [names, setNames] = useState({ firstName: "", lastName: "" });
  const [problems, setProblems] = useState<{
    otp?: string;
    firstName?: string;
    lastName?: string;
  }>({});
  const verify = useMutation({
    mutationFn: () => validateCode(pending, otp, names),
    onSuccess: onSignedIn,
    onError: (error) => {
      const { firstName, lastName } = error instanceof ApiError ? error.fields : {};
      setProblems({
        ...(firstName || lastName ? {} : { otp: otpProblem(error) }),
        ...(firstName?.[0] === undefined ? {} : { firstName: firstName[0] }),
        ...(lastName?.[0] === undefined ? {} : { lastName: lastName[0] }),
      });
      focusFirstProblem(form.current);
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (verify.isPending) return;
    const found = problemsIn(CODE_FIELDS, { otp, ...names });
    setProblems(found);
    if (hasProblems(found)) focusFirstProblem(form.current);
    else verify.mutate();
  };
  return (
    <form ref={form} className={styles["step"]} onSubmit={submit} noValidate>
      <h1>{t("signin.sentTitle")}</h1>
      <p className={styles["intro"]}>
        {t("signin.sent", { contact: pending.contact })}{" "}
        <button type="button" className={styles["link"]} onClick={onBack}>
          {t(pending.channel === "email" ? "signin.changeEmail" : "signin.changePhone")}
        </button>
      </p>
      <CodeField value={otp} onChange={setOtp} error={problems.otp} />
      <details
        className={styles["names"]}
        open={problems.firstName !== undefined || problems.lastName !== undefined || undefined}
      >
        <summary>{t("signin.newHere")}</summary>
        <div className={styles["pair"]}>
          <TextField
            label={t("signin.firstName")}
            autoComplete="given-name"
            field={FIELDS.optionalFirstName}
            value={names.firstName}
            error={problems.firstName}
            onChange={(firstName) => setNames({ ...names, firstName })}
          />
          <TextField
            label={t("signin.lastName")}
            autoComplete="family-name"
            field={FIELDS.optionalLastName}
            value={names.lastName}
            error={problems.lastName}
            onChange={(lastName) => setNames({ ...names, lastName })}
          />
        </div>
      </details>
      <Button type="submit" wide busy={verify.isPending}>
        {t("signin.verify")}
      </Button>
      <Resend pending={pending} onResent={onResent} onFailed={(otp) => setProblems({ otp })} />
    </form>
  );
}
