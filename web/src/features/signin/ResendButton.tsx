import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";

interface Props {
  /** Until another code can be requested. */
  seconds: number;
  busy: boolean;
  onResend: () => void;
}

/** Requests another code; disabled until that is possible. */
export function ResendButton({ seconds, busy, onResend }: Props) {
  return (
    <Button variant="tertiary" fullWidth disabled={seconds > 0} busy={busy} onClick={onResend}>
      {seconds > 0 ? t("signin.resendIn", { seconds }) : t("signin.resend")}
    </Button>
  );
}
