import { type SubmitEvent, useId, useState } from "react";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { showLoadError } from "@/ui/lazy/lazyRequired";
import styles from "./NewsletterSignUp.module.css";
import type { SignUpResult } from "./signUp";
import { cx } from "@/ui/cx";

const load = () => import("./signUp");

/** Newsletter sign-up. The shopper confirms by a link in an email. */
export function NewsletterSignUp() {
  const id = useId();
  const [email, setEmail] = useState("");
  const [isPending, setPending] = useState(false);
  const [result, setResult] = useState<SignUpResult | null>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    setResult(null);
    const module = await load().catch(showLoadError);
    setResult((await module?.signUp(email.trim())) ?? null);
    setPending(false);
  };
  const problem = result && "problem" in result ? result.problem : null;
  return (
    <div className={styles["signUp"]}>
      <h2>{t("newsletter.title")}</h2>
      <p>{t("newsletter.text")}</p>
      <noscript>{import.meta.env.SSR && <p>{t("newsletter.needsScript")}</p>}</noscript>
      {result && "email" in result ? (
        <p className={styles["done"]} role="status">
          {t("newsletter.asked", { email: result.email })}
        </p>
      ) : (
        <form
          className={cx(styles["form"], "needs-script")}
          onSubmit={(event) => void submit(event)}
          noValidate
        >
          <input
            type="email"
            autoComplete="email"
            aria-label={t("newsletter.email")}
            aria-invalid={problem !== null || undefined}
            aria-describedby={problem !== null ? `${id}-error` : undefined}
            placeholder={t("newsletter.email")}
            value={email}
            onFocus={() => void load().catch(() => undefined)}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Button type="submit" variant="secondary" busy={isPending}>
            {t("newsletter.send")}
          </Button>
          {problem !== null && (
            <span id={`${id}-error`} className={styles["error"]} role="alert">
              {problem}
            </span>
          )}
        </form>
      )}
    </div>
  );
}
