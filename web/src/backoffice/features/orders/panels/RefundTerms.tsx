import { Checkbox, NumberInput, Radio, Textarea } from "@mantine/core";
import { minorUnits } from "@/format/money";
import { t } from "../../../messages/t";
import { money } from "../../../ui/Money";
import styles from "./money.module.css";
import type { OrderRefunds, RefundForm } from "./refundForm";

interface Props {
  options: OrderRefunds;
  form: RefundForm;
  onChange: (form: RefundForm) => void;
}

/** An amount in the shop's currency, as typed in major units. */
export function AmountInput({
  currency,
  ...props
}: {
  currency: string;
  label: string;
  description?: string;
  value: number | string;
  onChange: (value: number | string) => void;
}) {
  const decimals = Math.round(Math.log10(minorUnits(currency)));
  return (
    <NumberInput
      {...props}
      rightSection={<span className="quiet small">{currency}</span>}
      rightSectionWidth={48}
      decimalScale={decimals}
      min={0}
      hideControls
      maw={200}
    />
  );
}

/** Where the money goes, with the limit of each choice, and what the customer reads. */
export function RefundTerms({ options, form, onChange }: Props) {
  const { originalLimit, walletLimit } = options;
  const originalTime = options.paidBackByHand ? "refunds.toOriginalByHand" : "refunds.toOriginal";
  const walletTime = options.walletWaits ? "refunds.toWalletWaits" : "refunds.toWallet";
  return (
    <div className={styles.form}>
      <Radio.Group
        label={t("refunds.to")}
        value={form.destination}
        onChange={(value) => onChange({ ...form, destination: value })}
      >
        <div className={styles.options}>
          {originalLimit.amount > 0 ? (
            <Radio
              value="original"
              label={options.originalLabel}
              description={t(originalTime, { limit: money(originalLimit) })}
            />
          ) : null}
          {walletLimit.amount > 0 ? (
            <Radio
              value="wallet"
              label={t("refunds.wallet")}
              description={t(walletTime, { limit: money(walletLimit) })}
            />
          ) : null}
          {originalLimit.amount > 0 && walletLimit.amount > 0 ? (
            <Radio value="split" label={t("refunds.split")} description={t("refunds.splitHelp")} />
          ) : null}
        </div>
      </Radio.Group>
      {form.destination === "split" ? (
        <AmountInput
          currency={options.paid.currency}
          label={t("refunds.walletPart")}
          value={form.walletAmount}
          onChange={(walletAmount) => onChange({ ...form, walletAmount })}
        />
      ) : null}
      <Checkbox
        label={t("refunds.notify")}
        checked={form.notify}
        onChange={(event) => onChange({ ...form, notify: event.currentTarget.checked })}
      />
      {form.notify ? (
        <Textarea
          label={t("refunds.note")}
          placeholder={t("refunds.optional")}
          autosize
          minRows={2}
          maxLength={1000}
          value={form.note}
          onChange={(event) => onChange({ ...form, note: event.currentTarget.value })}
        />
      ) : null}
    </div>
  );
}
