import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { errorMessage, messageAt } from "@/api/errors";
import type { SkuDetails } from "@/api/types";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { waitForSession } from "@/state/waitForSession";
import { Button } from "@/ui/Button/Button";
import { validateField } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { TextField } from "@/ui/Form/TextField";
import styles from "./NotifyMe.module.css";
import { alertsQuery, useAddAlert } from "./queries";

/**
 * Requests an email when a SKU is back in stock or, while it is in stock, when it costs less. One
 * click for a customer; a guest enters an email address.
 */
export function NotifyMe({ sku: { skuId, inStock } }: { sku: SkuDetails }) {
  const kind = inStock ? "price" : "stock";
  const { data: alerts = [] } = useQuery(alertsQuery(useAppState(visitorOf)));
  const add = useAddAlert();
  const [asksForEmail, setAsksForEmail] = useState(false);
  const [restoring, setRestoring] = useState(false);
  const existing = alerts.find((alert) => alert.skuId === skuId && alert.kind === kind);
  const email = add.data?.kind === kind ? add.data.email : existing?.email;
  if (email !== undefined) {
    return (
      <p className={styles["set"]} role="status">
        {t(kind === "stock" ? "alerts.stockSet" : "alerts.priceSet", { email })}
      </p>
    );
  }
  const send = (address: string) => add.mutate({ skuId, kind, email: address });
  const start = async () => {
    setRestoring(true);
    await waitForSession();
    setRestoring(false);
    if (useAppState.getState().userDetails?.details.email) send("");
    else setAsksForEmail(true);
  };
  if (asksForEmail) return <EmailForm error={add.error} busy={add.isPending} onSend={send} />;
  return (
    <div className="needs-script">
      <Button
        variant={kind === "stock" ? "secondary" : "tertiary"}
        fullWidth={kind === "stock"}
        busy={restoring || add.isPending}
        onClick={() => void start()}
      >
        {t(kind === "stock" ? "alerts.stock" : "alerts.price")}
      </Button>
      {add.error && (
        <p className={styles["error"]} role="alert">
          {errorMessage(add.error)}
        </p>
      )}
    </div>
  );
}

interface EmailFormProps {
  error: Error | null;
  busy: boolean;
  onSend: (email: string) => void;
}

function EmailForm({ error, busy, onSend }: EmailFormProps) {
  const [email, setEmail] = useState("");
  const [problem, setProblem] = useState<string>();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = validateField(FIELDS.email, email);
    setProblem(found);
    if (found === undefined) onSend(email.trim());
  };
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      <TextField
        label={t("alerts.email")}
        type="email"
        autoComplete="email"
        hint={t("alerts.hint")}
        error={problem ?? (error ? messageAt("email", error) : undefined)}
        value={email}
        onChange={setEmail}
        autoFocus
      />
      <Button type="submit" busy={busy}>
        {t("alerts.send")}
      </Button>
    </form>
  );
}
