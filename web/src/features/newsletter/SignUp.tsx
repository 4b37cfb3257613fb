import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useId, useState } from "react";
import { api, ask } from "@/api/client";
import { ApiError, sentenceOf } from "@/api/errors";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import styles from "./SignUp.module.css";

/** Holds it against the rules, which no page has to load for this one field. */
async function refuseNoEmail(typed: string): Promise<void> {
  const [{ problemIn }, { FIELDS }] = await Promise.all([
    import("@/ui/Form/field"),
    import("@/ui/Form/fields"),
  ]);
  const problem = problemIn(FIELDS.email, typed);
  if (problem !== undefined) throw new ApiError("invalid_fields", problem);
}

/** The newsletter's field; who signs up confirms by a letter. */
export function SignUp() {
  const id = useId();
  const [email, setEmail] = useState("");
  const subscribe = useMutation({
    mutationFn: async (address: string) => {
      await refuseNoEmail(address);
      return ask(api.POST("/api/newsletter", { body: { email: address } }));
    },
  });
  const { data, error, isPending, mutate } = subscribe;
  const problem = error instanceof ApiError ? (error.fields["email"]?.[0] ?? error.message) : error;
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
          <Button type="submit" look="plain" busy={isPending}>
            {t("newsletter.send")}
          </Button>
          {error && (
            <span id={`${id}-error`} className={styles["error"]} role="alert">
              {typeof problem === "string" ? problem : sentenceOf(error)}
            </span>
          )}
        </form>
      )}
    </div>
  );
}
