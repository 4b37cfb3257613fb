import { useState } from "react";
import { newKey } from "@/api/newKey";
import { sentenceOf } from "@/api/errors";
import type { OrderDetails, OrderReturns } from "@/api/types";
import { date } from "@/format/date";
import "@/messages/later/returns";
import "@/messages/later/orders";
import { t } from "@/messages/t";
import { tell } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { Choices } from "@/ui/Form/Choices";
import { problemIn } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { SelectField } from "@/ui/Form/SelectField";
import { TextArea } from "@/ui/Form/TextArea";
import { Sheet } from "@/ui/Sheet/Sheet";
import { useRequestReturn } from "./changes";
import { type Chosen, isCounted, piecesOf } from "./chosen";
import { LinePicker } from "./LinePicker";
import styles from "./Forms.module.css";

type Resolution = "refund" | "exchange";
type RefundTo = "source" | "wallet";

interface Props {
  order: OrderDetails;
  orderKey: string | null;
  returns: OrderReturns;
  onClose: () => void;
}

/** Asks to send items back: for money, or in exchange. */
export function ReturnItems({ order, orderKey, returns, onClose }: Props) {
  const [idempotencyKey] = useState(newKey);
  const [chosen, setChosen] = useState<Chosen>({});
  const [resolution, setResolution] = useState<Resolution>("refund");
  const [refundTo, setRefundTo] = useState<RefundTo>("source");
  const [exchanges, setExchanges] = useState<Readonly<Record<number, string>>>({});
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const request = useRequestReturn({ orderId: order.orderId, key: orderKey }, idempotencyKey);
  const open = new Map(returns.lines.map((line) => [line.lineId, line]));
  const lines = order.lines.filter((line) => open.has(line.lineId));
  const picked = lines.filter((line) => chosen[line.lineId] !== undefined);
  const choicesOf = (lineId: number) => open.get(lineId)?.exchanges ?? [];
  const exchangeable = returns.lines.some((line) => line.exchanges.length > 0);

  const submit = () => {
    if (picked.length === 0) {
      setProblem(t("cancelLines.none"));
      return;
    }
    // The fields say so already.
    if (!isCounted(chosen) || problemIn(FIELDS.returnReason, reason) !== undefined) return;
    request.mutate(
      {
        lines: piecesOf(chosen).map((piece) => ({
          ...piece,
          exchangeSkuId:
            resolution === "exchange" ? Number(exchanges[piece.lineId] ?? "") || null : null,
        })),
        reason,
        resolution,
        refundTo: returns.walletOnly ? "wallet" : refundTo,
      },
      {
        onSuccess: () => {
          tell(t("return.done"));
          onClose();
        },
      },
    );
  };
  const incomplete = resolution === "exchange" && picked.some(({ lineId }) => !exchanges[lineId]);
  return (
    <Sheet
      title={t("order.return")}
      from="centre"
      onClose={onClose}
      footer={
        <div className={styles["ways"]}>
          <Button look="plain" onClick={onClose}>
            {t("return.keep")}
          </Button>
          <Button busy={request.isPending} disabled={incomplete} onClick={submit}>
            {t("return.submit")}
          </Button>
        </div>
      }
    >
      <div className={styles["form"]}>
        {returns.returnUntil !== null && (
          <p>{t("return.until", { date: date(returns.returnUntil) })}</p>
        )}
        <LinePicker
          legend={t("return.what")}
          lines={lines}
          most={({ lineId }) => open.get(lineId)?.quantity ?? 0}
          chosen={chosen}
          onChange={(next) => {
            setChosen(next);
            setProblem(undefined);
          }}
          error={problem}
        />
        {exchangeable && (
          <Choices<Resolution>
            legend={t("return.resolution")}
            legendShown
            value={resolution}
            onChange={setResolution}
            choices={[
              { value: "refund", label: t("return.refund") },
              {
                value: "exchange",
                label: t("return.exchange"),
                text: t("return.exchangeText"),
              },
            ]}
          />
        )}
        {resolution === "exchange" &&
          picked.map(({ lineId, title }) =>
            choicesOf(lineId).length === 0 ? (
              <p key={lineId} className={styles["note"]}>
                {t("return.exchangeNone", { title })}
              </p>
            ) : (
              <SelectField
                key={lineId}
                label={t("return.exchangeFor", { title })}
                value={exchanges[lineId] ?? ""}
                onChange={(skuId) => setExchanges({ ...exchanges, [lineId]: skuId })}
                choices={[
                  { value: "", label: t("return.exchangeChoose") },
                  ...choicesOf(lineId).map(({ skuId, options }) => ({
                    value: String(skuId),
                    label: options.map(({ value }) => value).join(", "),
                  })),
                ]}
              />
            ),
          )}
        {resolution === "refund" &&
          (returns.walletOnly ? (
            <p className={styles["note"]}>{t("return.walletOnly")}</p>
          ) : (
            <Choices<RefundTo>
              legend={t("return.refundTo")}
              legendShown
              value={refundTo}
              onChange={setRefundTo}
              choices={[
                {
                  value: "source",
                  label: t("return.toSource"),
                  text: t("return.toSourceText"),
                },
                {
                  value: "wallet",
                  label: t("return.toWallet"),
                  text: t("return.toWalletText"),
                },
              ]}
            />
          ))}
        <TextArea
          label={t("return.reason")}
          optional
          rows={3}
          field={FIELDS.returnReason}
          value={reason}
          onChange={setReason}
        />
        {request.error && (
          <p role="alert" className={styles["error"]}>
            {sentenceOf(request.error)}
          </p>
        )}
      </div>
    </Sheet>
  );
}
