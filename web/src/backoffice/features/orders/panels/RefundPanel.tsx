import { Button, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { useOperator } from "../../../session/session";
import { ActionPanel } from "../../../ui/ActionPanel";
import { ErrorNote, ErrorPanel } from "../../../ui/ErrorPanel";
import { money } from "../../../ui/Money";
import { SkeletonText } from "../../../ui/Skeletons";
import { RefundLines } from "./RefundLines";
import { RefundOutcome } from "./RefundOutcome";
import { AmountInput, RefundTerms } from "./RefundTerms";
import styles from "./money.module.css";
import type { OrderRefunds, RefundForm } from "./refundForm";
import type { OrderPanelProps } from "./props";
import { type Refund, useRefund } from "./useRefund";

/** Refunds items or an amount of an order. */
export default function RefundPanel({ order, opened, onClose, onChanged }: OrderPanelProps) {
  const orderId = order.orderId;
  const query = useQuery({
    queryKey: ["order", orderId, "refunds"],
    queryFn: () =>
      unwrap(api.GET("/api/admin/v1/orders/{orderId}/refunds", { params: { path: { orderId } } })),
    enabled: opened,
  });
  if (query.data) {
    const { data } = query;
    return (
      <RefundFormPanel
        orderId={orderId}
        opened={opened}
        onClose={onClose}
        onChanged={() => onChanged()}
        options={data}
      />
    );
  }
  return (
    <ActionPanel title={t("refunds.title")} opened={opened} onClose={onClose} footer={null}>
      {query.error ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} plain />
      ) : (
        <SkeletonText />
      )}
    </ActionPanel>
  );
}

interface FormProps {
  orderId: string;
  opened: boolean;
  onClose: () => void;
  onChanged: () => void;
  options: OrderRefunds;
}

function RefundFormPanel({ opened, onClose, options, ...props }: FormProps) {
  const operator = useOperator();
  const refund = useRefund({ ...props, opened, onClose, options });
  const { form, setForm } = refund;
  const modes: { value: RefundForm["mode"]; label: string }[] = [
    { value: "items", label: t("refunds.byItem") },
    { value: "amount", label: t("refunds.byAmount") },
  ];
  return (
    <ActionPanel
      title={t("refunds.title")}
      opened={opened}
      onClose={onClose}
      footer={<RefundFooter refund={refund} options={options} />}
    >
      {options.available.amount === 0 ? (
        <p>{t("refunds.nothingLeft")}</p>
      ) : (
        <div className={styles.form}>
          {operator.can("refunds.goodwill") ? (
            <SegmentedControl
              fullWidth
              aria-label={t("refunds.kind")}
              data={modes}
              value={form.mode}
              onChange={(mode) => setForm({ ...form, mode })}
            />
          ) : null}
          {form.mode === "items" ? (
            <RefundLines options={options} form={form} onChange={setForm} />
          ) : (
            <AmountInput
              currency={options.paid.currency}
              label={t("refunds.amount")}
              description={t("refunds.amountHelp", { limit: money(options.available) })}
              value={form.amount}
              onChange={(amount) => setForm({ ...form, amount })}
            />
          )}
          <RefundTerms options={options} form={form} onChange={setForm} />
          {refund.isChosen ? (
            <RefundOutcome
              preview={refund.preview}
              pending={refund.isPreviewing}
              error={refund.previewError}
            />
          ) : null}
        </div>
      )}
    </ActionPanel>
  );
}

function RefundFooter({ refund, options }: { refund: Refund; options: OrderRefunds }) {
  const operator = useOperator();
  const isOnline = useOnline();
  const { preview, commit, granted } = refund;
  const label = refund.canPay ? "refunds.submit" : "refunds.submitGrant";
  const limits = () => {
    if (!refund.isChosen) return t("refunds.chooseFirst");
    if (!operator.can("refunds.pay")) return t("refunds.grantOnly");
    const { approvalAbove } = options;
    return approvalAbove ? t("refunds.limit", { limit: money(approvalAbove) }) : t("refunds.final");
  };
  return (
    <div className={styles.footer}>
      {granted && commit.isError ? <p>{t("refunds.grantedNotPaid")}</p> : null}
      <ErrorNote error={commit.error} isWrite={granted === null} />
      <Button
        variant="filled"
        fullWidth
        loading={commit.isPending}
        disabled={!refund.isReady}
        title={isOnline ? undefined : t("refunds.offline")}
        onClick={() => commit.mutate()}
      >
        {preview ? t(label, { amount: money(preview.amount) }) : t("refunds.submitEmpty")}
      </Button>
      <p className="quiet tiny">{limits()}</p>
    </div>
  );
}
