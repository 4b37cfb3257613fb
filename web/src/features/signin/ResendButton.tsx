import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";

interface Props {
  /** Until the shop sends another code. */
  seconds: number;
  busy: boolean;
  onResend: () => void;
}

/** Asks for another code, or says when that can be done. */
export function ResendButton({ seconds, busy, onResend }: Props) {
  return (
    <Button look="quiet" wide disabled={seconds > 0} busy={busy} onClick={onResend}>
      {seconds > 0 ? t("signin.resendIn", { seconds }) : t("signin.resend")}
    </Button>
  );
}
