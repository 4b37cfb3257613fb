import "@/messages/later/privacy";
import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { api, ask } from "@/api/client";
import { ApiError, sentenceOf } from "@/api/errors";
import { downloadData } from "@/features/customers/download";
import "@/messages/later/privacy";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { Choices } from "@/ui/Form/Choices";
import { problemIn } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { focusFirstProblem } from "@/ui/Form/focusFirstProblem";
import { Notice } from "@/ui/Notice/Notice";
import { CodeField } from "./CodeField";
import { type Channel, contactBody } from "./contact";
import { ContactForm } from "./ContactForm";
import { asDevice } from "./deviceKey";
import { forgetPendingCode, type PendingCode } from "./pendingCode";
import { Resend } from "./Resend";
import styles from "./SignIn.module.css";

type Wish = "export" | "forget";

/** Anybody's data by a proven contact: to be seen, or to be forgotten. */
export function PrivacyRequest({ channels }: { channels: readonly Channel[] }) {
  const [wish, setWish] = useState<Wish>("export");
  const [pending, setPending] = useState<PendingCode | null>(null);
  const [done, setDone] = useState(false);
  // The sign-in screen of this tab waits for no code that was asked for here.
  const sent = (code: PendingCode) => {
    forgetPendingCode();
    setPending(code);
  };
  if (pending === null) {
    return (
      <div className={styles["form"]}>
        <Choices
          legend={t("privacy.want")}
          legendShown
          value={wish}
          onChange={setWish}
          choices={[
            {
              value: "export",
              label: t("privacy.wantExport"),
              text: t("privacy.wantExportText"),
            },
            {
              value: "forget",
              label: t("privacy.wantForget"),
              text: t("privacy.wantForgetText"),
            },
          ]}
        />
        <ContactForm channels={channels} onSent={sent} />
      </div>
    );
  }
  const startAgain = () => {
    setPending(null);
    setDone(false);
  };
  if (done) {
    const { contact } = pending;
    return (
      <div role="status">
        <Notice
          icon="check"
          title={t(wish === "export" ? "privacy.exported" : "privacy.forgotten")}
          text={t(wish === "export" ? "privacy.exportedText" : "privacy.forgottenText", {
            contact,
          })}
        >
          <Button look="plain" onClick={startAgain}>
            {t("privacy.more")}
          </Button>
        </Notice>
      </div>
    );
  }
  return (
    <Proof
      wish={wish}
      pending={pending}
      onResent={sent}
      onBack={startAgain}
      onDone={() => setDone(true)}
    />
  );
}

interface ProofProps {
  wish: Wish;
  pending: PendingCode;
  onResent: (pending: PendingCode) => void;
  onBack: () => void;
  onDone: () => void;
}

/** The code that proves the contact; with it the wish is fulfilled. */
function Proof({ wish, pending, onResent, onBack, onDone }: ProofProps) {
  const form = useRef<HTMLFormElement>(null);
  const [otp, setOtp] = useState("");
  const [problem, setProblem] = useState<string>();
  const prove = useMutation({
    mutationFn: async () => {
      const body = { ...contactBody(pending.channel, pending.contact), otp };
      if (wish === "forget")
        await ask(api.POST("/api/privacy/forget", { params: asDevice(), body }));
      else downloadData(await ask(api.POST("/api/privacy/export", { params: asDevice(), body })));
    },
    onSuccess: onDone,
    onError: (error) => {
      setProblem(
        (error instanceof ApiError ? error.fields["otp"]?.[0] : undefined) ?? sentenceOf(error),
      );
      focusFirstProblem(form.current);
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (prove.isPending) return;
    const found = problemIn(FIELDS.otp, otp);
    setProblem(found);
    if (found === undefined) prove.mutate();
    else focusFirstProblem(form.current);
  };
  return (
    <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
      <p className={styles["intro"]}>
        {t("signin.sent", { contact: pending.contact })}{" "}
        <button type="button" className={styles["link"]} onClick={onBack}>
          {t(pending.channel === "email" ? "signin.changeEmail" : "signin.changePhone")}
        </button>
      </p>
      {wish === "forget" && <p className={styles["intro"]}>{t("privacy.kept")}</p>}
      <CodeField value={otp} onChange={setOtp} error={problem} />
      <Button type="submit" wide busy={prove.isPending}>
        {t(wish === "export" ? "privacy.exportAction" : "privacy.forgetAction")}
      </Button>
      <Resend pending={pending} onResent={onResent} onFailed={setProblem} />
    </form>
  );
}
