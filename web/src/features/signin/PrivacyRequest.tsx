import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { api, unwrap } from "@/api/client";
import { messageAt } from "@/api/errors";
import { downloadData } from "@/features/customers/download";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { RadioGroup } from "@/ui/Form/RadioGroup";
import { validateField } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { focusFirstInvalid } from "@/ui/Form/focusFirstInvalid";
import { Alert } from "@/ui/Alert/Alert";
import { CodeField } from "./CodeField";
import { type Channel, contactBody } from "./contact";
import { ContactForm } from "./ContactForm";
import { deviceKeyParams } from "./deviceKey";
import { clearPendingCode, type PendingCode } from "./pendingCode";
import { Resend } from "./Resend";
import { SentTo } from "./SentTo";
import styles from "./SignIn.module.css";
import { useCode } from "./useCode";

type PrivacyAction = "export" | "forget";

/** Exports or deletes the data stored under a contact, confirmed by a code; needs no account. */
export function PrivacyRequest({ channels }: { channels: readonly Channel[] }) {
  const [action, setAction] = useState<PrivacyAction>("export");
  const [pending, setPending] = useState<PendingCode | null>(null);
  const [isDone, setIsDone] = useState(false);
  const onSent = (code: PendingCode) => {
    // The code is for this request, not for the sign-in screen of this tab.
    clearPendingCode();
    setPending(code);
  };
  const startAgain = () => {
    setPending(null);
    setIsDone(false);
  };
  if (pending === null) {
    return (
      <div className={styles["form"]}>
        <ActionChoice action={action} onChange={setAction} />
        <ContactForm channels={channels} onSent={onSent} />
      </div>
    );
  }
  if (isDone) {
    return <Done action={action} contact={pending.contact} onStartAgain={startAgain} />;
  }
  return (
    <CodeConfirmation
      action={action}
      pending={pending}
      onResent={onSent}
      onBack={startAgain}
      onDone={() => setIsDone(true)}
    />
  );
}

interface ActionChoiceProps {
  action: PrivacyAction;
  onChange: (action: PrivacyAction) => void;
}

function ActionChoice({ action, onChange }: ActionChoiceProps) {
  return (
    <RadioGroup
      legend={t("privacy.want")}
      showLegend
      value={action}
      onChange={onChange}
      choices={[
        { value: "export", label: t("privacy.wantExport"), text: t("privacy.wantExportText") },
        { value: "forget", label: t("privacy.wantForget"), text: t("privacy.wantForgetText") },
      ]}
    />
  );
}

interface DoneProps {
  action: PrivacyAction;
  contact: string;
  onStartAgain: () => void;
}

function Done({ action, contact, onStartAgain }: DoneProps) {
  return (
    <div role="status">
      <Alert
        icon="check"
        title={t(action === "export" ? "privacy.exported" : "privacy.forgotten")}
        text={t(action === "export" ? "privacy.exportedText" : "privacy.forgottenText", {
          contact,
        })}
      >
        <Button variant="secondary" onClick={onStartAgain}>
          {t("privacy.more")}
        </Button>
      </Alert>
    </div>
  );
}

interface CodeConfirmationProps {
  action: PrivacyAction;
  pending: PendingCode;
  onResent: (pending: PendingCode) => void;
  onBack: () => void;
  onDone: () => void;
}

/** Runs the request once its code is entered. */
function CodeConfirmation({ action, pending, onResent, onBack, onDone }: CodeConfirmationProps) {
  const form = useRef<HTMLFormElement>(null);
  const { otp, changeOtp, problem, setProblem } = useCode();
  const request = useMutation({
    mutationFn: async () => {
      const params = deviceKeyParams();
      const body = { ...contactBody(pending.channel, pending.contact), otp };
      if (action === "forget") await unwrap(api.POST("/api/privacy/forget", { params, body }));
      else downloadData(await unwrap(api.POST("/api/privacy/export", { params, body })));
    },
    onSuccess: onDone,
    onError: (error) => {
      setProblem(messageAt("otp", error));
      focusFirstInvalid(form.current);
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (request.isPending) return;
    const found = validateField(FIELDS.otp, otp);
    setProblem(found);
    if (found === undefined) request.mutate();
    else focusFirstInvalid(form.current);
  };
  return (
    <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
      <SentTo pending={pending} onBack={onBack} />
      {action === "forget" && <p className={styles["intro"]}>{t("privacy.kept")}</p>}
      <CodeField value={otp} onChange={changeOtp} error={problem} />
      <Button type="submit" fullWidth busy={request.isPending}>
        {t(action === "export" ? "privacy.exportAction" : "privacy.forgetAction")}
      </Button>
      <Resend pending={pending} onResent={onResent} onError={setProblem} />
    </form>
  );
}
