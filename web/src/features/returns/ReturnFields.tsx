import type { OrderLine, OrderReturns } from "@/api/types";
import { t } from "@/messages/t";
import { RadioGroup } from "@/ui/Form/RadioGroup";
import { FIELDS } from "@/ui/Form/fields";
import { SelectField } from "@/ui/Form/SelectField";
import { TextArea } from "@/ui/Form/TextArea";
import styles from "./Forms.module.css";
import { REASONS, type RefundTo, type Resolution, type ReturnDraft } from "./returnDraft";

interface Props {
  draft: ReturnDraft;
  returns: OrderReturns;
  onChange: (change: Partial<ReturnDraft>) => void;
}

/** Refund or exchange; hidden when nothing can be exchanged. */
export function ResolutionField({ draft, returns, onChange }: Props) {
  if (!returns.lines.some((line) => line.exchanges.length > 0)) return null;
  return (
    <RadioGroup<Resolution>
      legend={t("return.resolution")}
      showLegend
      value={draft.resolution}
      onChange={(resolution) => onChange({ resolution })}
      choices={[
        { value: "refund", label: t("return.refund") },
        { value: "exchange", label: t("return.exchange"), text: t("return.exchangeText") },
      ]}
    />
  );
}

interface ExchangeProps extends Props {
  lines: readonly OrderLine[];
  /** Whether to report what is missing. */
  isChecked: boolean;
}

/** What to send in exchange for each selected line. */
export function ExchangeFields({ draft, lines, returns, isChecked, onChange }: ExchangeProps) {
  const { exchanges } = draft;
  return lines.map(({ lineId, title }) => {
    const skus = returns.lines.find((line) => line.lineId === lineId)?.exchanges ?? [];
    if (skus.length === 0) {
      return (
        // A new element is announced when the shopper submits.
        <p
          key={`${lineId} ${String(isChecked)}`}
          className={styles["note"]}
          role={isChecked ? "alert" : undefined}
        >
          {t("return.exchangeNone", { title })}
        </p>
      );
    }
    return (
      <SelectField
        key={lineId}
        label={t("return.exchangeFor", { title })}
        value={exchanges[lineId] ?? ""}
        error={isChecked && !exchanges[lineId] ? t("return.exchangeMissing") : undefined}
        onChange={(skuId) => onChange({ exchanges: { ...exchanges, [lineId]: skuId } })}
        choices={[
          { value: "", label: t("return.exchangeChoose") },
          ...skus.map(({ skuId, options }) => ({
            value: String(skuId),
            label: options.map(({ value }) => value).join(", "),
          })),
        ]}
      />
    );
  });
}

/** Why it comes back, which the shopper need not say. */
export function ReasonFields({ draft, onChange }: Omit<Props, "returns">) {
  return (
    <>
      <SelectField
        label={t("return.reason")}
        optional
        value={draft.reasonCode}
        onChange={(code) => onChange({ reasonCode: REASONS.find((one) => one === code) ?? "" })}
        choices={[
          { value: "", label: t("return.exchangeChoose") },
          ...REASONS.map((code) => ({ value: code, label: t(`return.reason.${code}`) })),
        ]}
      />
      <TextArea
        label={t("return.reasonWords")}
        optional
        rows={3}
        field={FIELDS.returnReason}
        value={draft.reason}
        onChange={(reason) => onChange({ reason })}
      />
    </>
  );
}

/** Where the refund goes; no choice when only the wallet is possible. */
export function RefundField({ draft, returns, onChange }: Props) {
  if (returns.walletOnly) return <p className={styles["note"]}>{t("return.walletOnly")}</p>;
  return (
    <RadioGroup<RefundTo>
      legend={t("return.refundTo")}
      showLegend
      value={draft.refundTo}
      onChange={(refundTo) => onChange({ refundTo })}
      choices={[
        { value: "source", label: t("return.toSource"), text: t("return.toSourceText") },
        { value: "wallet", label: t("return.toWallet"), text: t("return.toWalletText") },
      ]}
    />
  );
}
