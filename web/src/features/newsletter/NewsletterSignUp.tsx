import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useId, useState } from "react";
import { api, unwrap } from "@/api/client";
import { ApiError, messageAt } from "@/api/errors";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import styles from "./NewsletterSignUp.module.css";

/** Throws if the email is invalid. Loads the rules only now, because the field is on every page. */
async function validateEmail(typed: string): Promise<void> {
  const [{ validateField }, { FIELDS }] = await Promise.all([
    import("@/ui/Form/field"),
    import("@/ui/Form/fields"),
  ]);
  const problem = validateField(FIELDS.email, typed);
  if (problem !== undefined) throw new ApiError("invalid_fields", problem);
}

/** Newsletter sign-up. The shopper confirms by a link in an email. */
export function NewsletterSignUp() {
  const id = useId();
  const [email, setEmail] = useState("");
  const subscribe = useMutation({
    mutationFn: async (address: string) => {
      await validateEmail(address);
      return unwrap(api.POST("/api/newsletter", { body: { email: address } }));
    },
  });
  const { data, error, isPending, mutate } = subscribe;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending) mutate(email.trim());
  };
  return (
    <div className={styles["signUp"]}>
      <h2>{t("newsletter.title")}</h2>
      <p>{t("newsletter.text")}</p>
      {data ? (
        <p className={styles["done"]} role="status">
          {t("newsletter.asked", { email: data.email })}
        </p>
      ) : (
        <form className={styles["form"]} onSubmit={submit} noValidate>
          <input
            type="email"
            autoComplete="email"
            aria-label={t("newsletter.email")}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            placeholder={t("newsletter.email")}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Button type="submit" variant="secondary" busy={isPending}>
            {t("newsletter.send")}
          </Button>
          {error && (
            <span id={`${id}-error`} className={styles["error"]} role="alert">
              {messageAt("email", error)}
            </span>
          )}
        </form>
      )}
    </div>
  );
}
