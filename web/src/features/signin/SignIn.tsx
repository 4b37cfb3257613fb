import { useState } from "react";
import type { SignedIn } from "@/api/types";
import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import { CodeForm } from "./CodeForm";
import type { Channel } from "./contact";
import { ContactForm } from "./ContactForm";
import { GoogleButton } from "./GoogleButton";
import { clearPendingCode, type PendingCode, readPendingCode } from "./pendingCode";
import styles from "./SignIn.module.css";

/** Sign-in in two steps: request a code, enter it. A reload stays at its step. */
export function SignIn({ onSignedIn }: { onSignedIn: (signedIn: SignedIn) => void }) {
  const [pending, setPending] = useState<PendingCode | null>(() => readPendingCode(Date.now()));
  const available = useAppState((state) => state.availibilityData);
  if (pending) {
    return (
      <CodeForm
        pending={pending}
        onResent={setPending}
        onBack={() => {
          clearPendingCode();
          setPending(null);
        }}
        onSignedIn={(signedIn) => {
          clearPendingCode();
          onSignedIn(signedIn);
        }}
      />
    );
  }
  // Until availability is loaded, both channels are offered.
  const channels: Channel[] = (["email", "phone"] as const).filter(
    (channel) => available?.otp[channel] !== false,
  );
  return (
    <div className={styles["step"]}>
      <h1>{t("signin.title")}</h1>
      {channels.length === 0 ? (
        <p className={styles["intro"]}>{t("signin.none")}</p>
      ) : (
        <>
          <p className={styles["intro"]}>{t("signin.intro")}</p>
          <ContactForm channels={channels} onSent={setPending} />
        </>
      )}
      <GoogleButton onSignedIn={onSignedIn} />
    </div>
  );
}
