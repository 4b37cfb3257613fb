import { useState } from "react";
import type { SignedIn } from "@/api/types";
import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import { CodeForm } from "./CodeForm";
import type { Channel } from "./contact";
import { ContactForm } from "./ContactForm";
import { GoogleButton } from "./GoogleButton";
import { forgetPendingCode, type PendingCode, readPendingCode } from "./pendingCode";
import styles from "./SignIn.module.css";

/** Signing in: where to send a code, then the code. A reload stays where it was. */
export function SignIn({ onSignedIn }: { onSignedIn: (signedIn: SignedIn) => void }) {
  const [pending, setPending] = useState<PendingCode | null>(() => readPendingCode(Date.now()));
  const available = useAppState((state) => state.availibilityData);
  if (pending) {
    return (
      <CodeForm
        pending={pending}
        onResent={setPending}
        onBack={() => {
          forgetPendingCode();
          setPending(null);
        }}
        onSignedIn={(signedIn) => {
          forgetPendingCode();
          onSignedIn(signedIn);
        }}
      />
    );
  }
  // Until the shop has said what it can do, it is taken to send codes everywhere.
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
