import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useRef } from "react";
import { api, unwrap } from "@/api/client";
import { messageAt } from "@/api/errors";
import type { Customer } from "@/api/types";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { validateField } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { focusFirstInvalid } from "@/ui/Form/focusFirstInvalid";
import { Sheet } from "@/ui/Sheet/Sheet";
import { CodeField } from "./CodeField";
import styles from "./Contacts.module.css";
import { deviceKeyParams } from "./deviceKey";
import { ResendButton } from "./ResendButton";
import { useCode } from "./useCode";
import { useCodeRequest } from "./useCodeRequest";

interface Props {
  customer: Customer;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes the account with a code that is sent to the customer's own contact. */
function useDeleteAccount({ email, phone }: Customer, onDeleted: () => void) {
  const form = useRef<HTMLFormElement>(null);
  const { otp, changeOtp, problem, setProblem } = useCode();
  const onError = (error: unknown) => {
    setProblem(messageAt("otp", error));
    focusFirstInvalid(form.current);
  };
  const code = useCodeRequest({
    request: () =>
      unwrap(
        api.POST("/auth/otp/request", {
          params: deviceKeyParams(),
          body: email === null ? { phone } : { email },
        }),
      ),
    onSent: () => setProblem(undefined),
    onError,
  });
  const deletion = useMutation({
    mutationFn: () => unwrap(api.DELETE("/customer", { params: deviceKeyParams(), body: { otp } })),
    onSuccess: onDeleted,
    onError,
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (code.isPending || deletion.isPending) return;
    if (!code.isSent) {
      code.send();
      return;
    }
    const found = validateField(FIELDS.otp, otp);
    setProblem(found);
    if (found === undefined) deletion.mutate();
    else focusFirstInvalid(form.current);
  };
  return { form, otp, changeOtp, problem, code, isDeleting: deletion.isPending, submit };
}

/** Confirms the deletion of the account with a code. */
export function DeleteAccount({ customer, onClose, onDeleted }: Props) {
  const { form, otp, changeOtp, problem, code, isDeleting, submit } = useDeleteAccount(
    customer,
    onDeleted,
  );
  const { isSent } = code;
  const contact = customer.email ?? customer.phone ?? "";
  return (
    <Sheet title={t("privacy.deleteTitle")} placement="centre" onClose={onClose}>
      <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
        <p>{t("privacy.deleteText")}</p>
        <p className={styles["quiet"]}>{t("privacy.kept")}</p>
        {isSent ? (
          <CodeField value={otp} onChange={changeOtp} error={problem} />
        ) : (
          <>
            <p className={styles["quiet"]}>{t("privacy.deleteProof", { contact })}</p>
            {problem !== undefined && (
              <p role="alert" className={styles["problem"]}>
                {problem}
              </p>
            )}
          </>
        )}
        <Button type="submit" fullWidth busy={isDeleting || (!isSent && code.isPending)}>
          {t(isSent ? "privacy.deleteAction" : "signin.sendCode")}
        </Button>
        {isSent && (
          <ResendButton seconds={code.seconds} busy={code.isPending} onResend={() => code.send()} />
        )}
      </form>
    </Sheet>
  );
}
