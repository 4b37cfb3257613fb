import { useState } from "react";
import { newKey } from "@/api/newKey";
import { ApiError, sentenceOf } from "@/api/errors";
import type { OrderDetails, OrderReturns } from "@/api/types";
import { date } from "@/format/date";
import "@/messages/later/returns";
import "@/messages/later/orders";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { Choices } from "@/ui/Form/Choices";
import { problemsIn } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { TextField } from "@/ui/Form/TextField";
import { Sheet } from "@/ui/Sheet/Sheet";
import { useWithdrawal } from "./changes";
import { type Chosen, isCounted, leftOf, piecesOf, told } from "./chosen";
import { LinePicker } from "./LinePicker";
import styles from "./Forms.module.css";
import { Withdrawn } from "./Withdrawn";

type Scope = "all" | "some";

interface Props {
  order: OrderDetails;
  orderKey: string | null;
  returns: OrderReturns;
  onClose: () => void;
}

/** Withdrawal from the contract, as the law wants it: a statement, a second look, an acknowledgement. */
export function WithdrawItems({ order, orderKey, returns, onClose }: Props) {
  const { orderId, contact } = order;
  const [idempotencyKey] = useState(newKey);
  const [name, setName] = useState(`${contact.firstName} ${contact.lastName}`.trim());
  const [scope, setScope] = useState<Scope>("all");
  const [chosen, setChosen] = useState<Chosen>({});
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState<{ name?: string; lines?: string }>({});
  const withdraw = useWithdrawal({ orderId, key: orderKey }, idempotencyKey);
  const lines = order.lines.filter((line) => leftOf(line) > 0 && line.returnable);
  const parts = scope === "some" ? told(chosen, lines) : "";
  const close = { look: "plain" as const, onClick: onClose };

  const next = () => {
    const found = {
      ...problemsIn({ name: FIELDS.statementName }, { name }),
      ...(scope === "some" && parts === "" ? { lines: t("cancelLines.none") } : {}),
    };
    setProblem(found);
    setChecking(Object.keys(found).length === 0 && (scope === "all" || isCounted(chosen)));
  };
  if (withdraw.data) {
    return (
      <Sheet
        title={t("withdraw.doneTitle")}
        from="centre"
        onClose={onClose}
        footer={
          <div className={styles["ways"]}>
            <Button onClick={onClose}>{t("withdraw.close")}</Button>
          </div>
        }
      >
        <Withdrawn stated={withdraw.data} />
      </Sheet>
    );
  }
  if (checking) {
    return (
      <Sheet
        title={t("withdraw.checkTitle")}
        from="centre"
        onClose={onClose}
        footer={
          <div className={styles["ways"]}>
            <Button look="plain" onClick={() => setChecking(false)}>
              {t("withdraw.back")}
            </Button>
            <Button
              busy={withdraw.isPending}
              onClick={() =>
                withdraw.mutate({
                  name: name.trim(),
                  lines: scope === "some" ? piecesOf(chosen) : null,
                })
              }
            >
              {t("withdraw.confirm")}
            </Button>
          </div>
        }
      >
        <div className={styles["form"]}>
          <p className={styles["statement"]}>
            {parts === ""
              ? t("withdraw.statement", { name: name.trim(), orderId })
              : t("withdraw.statementLines", { name: name.trim(), orderId, lines: parts })}
          </p>
          {withdraw.error && (
            <p role="alert" className={styles["error"]}>
              {withdraw.error instanceof ApiError && withdraw.error.fields["name"]
                ? withdraw.error.fields["name"][0]
                : sentenceOf(withdraw.error)}
            </p>
          )}
        </div>
      </Sheet>
    );
  }
  return (
    <Sheet
      title={t("withdraw.title")}
      from="centre"
      onClose={onClose}
      footer={
        <div className={styles["ways"]}>
          <Button {...close}>{t("order.keep")}</Button>
          <Button onClick={next}>{t("withdraw.next")}</Button>
        </div>
      }
    >
      <div className={styles["form"]}>
        {returns.withdrawUntil !== null && (
          <p>{t("withdraw.textUntil", { date: date(returns.withdrawUntil) })}</p>
        )}
        <TextField
          label={t("withdraw.name")}
          autoComplete="name"
          field={FIELDS.statementName}
          value={name}
          onChange={setName}
          error={problem.name}
        />
        {(lines.length > 1 || lines.some((line) => leftOf(line) > 1)) && (
          <Choices<Scope>
            legend={t("withdraw.what")}
            legendShown
            value={scope}
            onChange={setScope}
            choices={[
              { value: "all", label: t("withdraw.all") },
              { value: "some", label: t("withdraw.some") },
            ]}
          />
        )}
        {scope === "some" && (
          <LinePicker
            legend={t("order.items")}
            lines={lines}
            most={leftOf}
            chosen={chosen}
            onChange={setChosen}
            error={problem.lines}
          />
        )}
      </div>
    </Sheet>
  );
}
