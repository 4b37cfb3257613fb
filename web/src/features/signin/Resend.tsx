import { useMutation } from "@tanstack/react-query";
import { errorMessage } from "@/api/errors";
import { t } from "@/messages/t";
import { useSecondsLeft } from "./countdown";
import type { PendingCode } from "./pendingCode";
import { requestCode } from "./requests";
import { ResendButton } from "./ResendButton";
import styles from "./SignIn.module.css";

interface Props {
  pending: PendingCode;
  onResent: (pending: PendingCode) => void;
  onError: (problem: string | undefined) => void;
}

/** Sends another code to the same contact. */
export function Resend({ pending, onResent, onError }: Props) {
  const seconds = useSecondsLeft(pending.resendAt);
  const resend = useMutation({
    mutationFn: () => requestCode(pending.channel, pending.contact),
    onSuccess: (sent) => {
      onError(undefined);
      onResent(sent);
    },
    onError: (error) => onError(errorMessage(error)),
  });
  return (
    <div className={styles["resend"]}>
      <ResendButton seconds={seconds} busy={resend.isPending} onResend={() => resend.mutate()} />
      <span className="visually-hidden" role="status">
        {resend.isSuccess ? t("signin.sentAgain") : ""}
      </span>
    </div>
  );
}
