import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { TextField } from "@/ui/Form/TextField";
import { Sheet } from "@/ui/Sheet/Sheet";
import { CodeField } from "./CodeField";
import type { Channel } from "./contact";
import styles from "./Contacts.module.css";
import { ResendButton } from "./ResendButton";
import { useContactChange } from "./useContactChange";

interface Props {
  channel: Channel;
  /** Whether the customer can choose which current contact confirms the change. */
  hasBoth: boolean;
  onClose: () => void;
  onChanged: () => void;
}

/** Changes the email or the phone number, confirmed by codes to the new and to a current contact. */
export function ContactChange({ channel, hasBoth, onClose, onChanged }: Props) {
  const changing = useContactChange({ channel, hasBoth, onChanged });
  const { form, draft, change, current, problems, code, verify, submit } = changing;
  const { contact } = draft;
  const { isSent } = code;
  const text =
    current !== null
      ? t("profile.twoCodes", { current, contact })
      : t(isSent ? "signin.sent" : "profile.contactText", { contact });
  return (
    <Sheet
      title={t(channel === "email" ? "profile.changeEmail" : "profile.changePhone")}
      placement="centre"
      onClose={onClose}
    >
      <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
        <p className={styles["quiet"]}>{text}</p>
        {isSent ? (
          <CodeFields {...{ draft, change, current, problems }} />
        ) : (
          <TextField
            label={t(channel === "email" ? "signin.email" : "signin.phone")}
            type={channel === "email" ? "email" : "tel"}
            autoComplete={channel === "email" ? "email" : "tel-national"}
            placeholder={t(channel === "email" ? "signin.emailPrompt" : "signin.phonePrompt")}
            value={contact}
            error={problems.contact}
            onChange={(typed) => change({ contact: typed })}
          />
        )}
        <Button type="submit" fullWidth busy={verify.isPending || (!isSent && code.isPending)}>
          {t(isSent ? "signin.verify" : "signin.sendCode")}
        </Button>
        {isSent && <ResendButtons changing={changing} hasBoth={hasBoth} />}
      </form>
    </Sheet>
  );
}

type Changing = ReturnType<typeof useContactChange>;

/** The code to the current contact, if there is one, and the code to the new contact. */
function CodeFields({
  draft,
  change,
  current,
  problems,
}: Pick<Changing, "draft" | "change" | "current" | "problems">) {
  const { contact, otp, currentOtp } = draft;
  return (
    <>
      {current !== null && (
        <CodeField
          key="currentOtp"
          name="currentOtp"
          label={t("profile.codeFrom", { contact: current })}
          value={currentOtp}
          onChange={(code) => change({ currentOtp: code })}
          error={problems.currentOtp}
        />
      )}
      <CodeField
        key="otp"
        {...(current === null ? {} : { label: t("profile.codeFrom", { contact }), isSecond: true })}
        value={otp}
        onChange={(code) => change({ otp: code })}
        error={problems.otp}
      />
    </>
  );
}

function ResendButtons({ changing, hasBoth }: { changing: Changing; hasBoth: boolean }) {
  const { code, confirmWith, current } = changing;
  const other = confirmWith === "email" ? "phone" : "email";
  return (
    <>
      <ResendButton
        seconds={code.seconds}
        busy={code.isPending}
        onResend={() => code.send(confirmWith)}
      />
      {current !== null && hasBoth && (
        <Button
          variant="tertiary"
          fullWidth
          disabled={code.seconds > 0 || code.isPending}
          onClick={() => code.send(other)}
        >
          {t(other === "email" ? "profile.proveWithEmail" : "profile.proveWithPhone")}
        </Button>
      )}
    </>
  );
}
