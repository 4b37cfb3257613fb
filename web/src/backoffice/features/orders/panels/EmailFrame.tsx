import { useState } from "react";
import { t } from "../../../messages/t";
import type { EmailPreview } from "../detail/order";
import styles from "./panels.module.css";

/** An email as the customer gets it. The frame runs no scripts and reaches nothing of this page. */
export function EmailFrame({ email }: { email: EmailPreview }) {
  if (email.html === "") return <pre className={styles.sms}>{email.text}</pre>;
  return (
    <iframe
      title={t("order.emailPreview")}
      sandbox=""
      className={styles.frame}
      srcDoc={email.html}
    />
  );
}

/** The recipient of an email, with a button that shows the email. */
export function EmailEffect({ email }: { email: EmailPreview }) {
  const [shown, setShown] = useState(false);
  return (
    <>
      {t("order.emailEffect", { to: email.to })}{" "}
      <button type="button" className="link" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? t("order.hideEmail") : t("order.showEmail")}
      </button>
      {shown ? <EmailFrame email={email} /> : null}
    </>
  );
}
