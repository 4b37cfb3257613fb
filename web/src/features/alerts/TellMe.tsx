import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { ApiError, sentenceOf } from "@/api/errors";
import type { SkuDetails } from "@/api/types";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { sessionRestored } from "@/state/sessionRestored";
import { Button } from "@/ui/Button/Button";
import { problemIn } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { TextField } from "@/ui/Form/TextField";
import { alertsQuery, useAddAlert } from "./queries";
import styles from "./TellMe.module.css";

/** One letter when a thing is back, or costs less: a click for a customer, an address for a guest. */
export function TellMe({ sku }: { sku: SkuDetails }) {
  const kind = sku.inStock ? "price" : "stock";
  const visitor = useAppState(visitorOf);
  const { data: alerts = [] } = useQuery(alertsQuery(visitor));
  const [open, setOpen] = useState(false);
  const [restoring, setRestoring] = useState(false);
  const [email, setEmail] = useState("");
  const [problem, setProblem] = useState<string>();
  const add = useAddAlert();
  const before = alerts.find((one) => one.skuId === sku.skuId && one.kind === kind);
  const told = add.data?.kind === kind ? add.data.email : before?.email;
  if (told !== undefined) {
    return (
      <p className={styles["set"]} role="status">
        {t(kind === "stock" ? "alerts.stockSet" : "alerts.priceSet", { email: told })}
      </p>
    );
  }
  const send = (address: string) => add.mutate({ skuId: sku.skuId, kind, email: address });
  const begin = async () => {
    setRestoring(true);
    await sessionRestored();
    setRestoring(false);
    if (useAppState.getState().userDetails?.details.email) send("");
    else setOpen(true);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    const found = problemIn(FIELDS.email, email);
    setProblem(found);
    if (found === undefined) send(email.trim());
  };
  const fields = add.error instanceof ApiError ? add.error.fields : {};
  const other = add.error && !fields["email"] ? sentenceOf(add.error) : undefined;
  if (!open) {
    return (
      <div>
        <Button
          look={kind === "stock" ? "plain" : "quiet"}
          wide={kind === "stock"}
          busy={restoring || add.isPending}
          onClick={() => void begin()}
        >
          {t(kind === "stock" ? "alerts.stock" : "alerts.price")}
        </Button>
        {other !== undefined && (
          <p className={styles["error"]} role="alert">
            {other}
          </p>
        )}
      </div>
    );
  }
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      <TextField
        label={t("alerts.email")}
        type="email"
        autoComplete="email"
        hint={t("alerts.hint")}
        error={problem ?? fields["email"]?.[0] ?? other}
        value={email}
        onChange={setEmail}
        autoFocus
      />
      <Button type="submit" busy={add.isPending}>
        {t("alerts.send")}
      </Button>
    </form>
  );
}
