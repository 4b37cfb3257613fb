import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { ApiError, sentenceOf } from "@/api/errors";
import type { SignedIn } from "@/api/types";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
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

/** The code that was sent, and what somebody new may say at once. */
export function CodeForm({ pending, onResent, onBack, onSignedIn }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [otp, setOtp] = useState("");
  const [names, setNames] = useState({ firstName: "", lastName: "" });
  const [problem, setProblem] = useState<string>();
  const verify = useMutation({
    mutationFn: () => validateCode(pending, otp, names),
    onSuccess: onSignedIn,
    onError: (error) => {
      setProblem(sentenceOf(error));
      focusFirstProblem(form.current);
    },
  });
  const fields = verify.error instanceof ApiError ? verify.error.fields : {};
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (verify.isPending) return;
    const found = otp === "" ? t("rule.required", { attribute: t("signin.otp") }) : undefined;
    setProblem(found);
    if (found === undefined) verify.mutate();
    else focusFirstProblem(form.current);
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
      <CodeField value={otp} onChange={setOtp} error={problem} />
      <details className={styles["names"]}>
        <summary>{t("signin.newHere")}</summary>
        <div className={styles["pair"]}>
          <TextField
            label={t("signin.firstName")}
            autoComplete="given-name"
            maxLength={80}
            value={names.firstName}
            error={fields["firstName"]?.[0]}
            onChange={(firstName) => setNames({ ...names, firstName })}
          />
          <TextField
            label={t("signin.lastName")}
            autoComplete="family-name"
            maxLength={80}
            value={names.lastName}
            error={fields["lastName"]?.[0]}
            onChange={(lastName) => setNames({ ...names, lastName })}
          />
        </div>
      </details>
      <Button type="submit" wide busy={verify.isPending}>
        {t("signin.verify")}
      </Button>
      <Resend pending={pending} onResent={onResent} onFailed={setProblem} />
    </form>
  );
}
