import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { money } from "../../ui/Money";
import { Panel } from "../../ui/Panel";
import { Status } from "../../ui/Status";
import { toast, toastError } from "../../ui/toasts";
import { ConfirmDialog } from "./ConfirmDialog";
import { PanelBody } from "./PanelBody";
import { PaymentDecision } from "./PaymentDecision";
import {
  moneyQuery,
  type StuckMoney,
  type StuckPayment,
  type StuckRefund,
  useRefundCall,
} from "./queries";
import styles from "./health.module.css";

/** Payments and refunds that the shop cannot settle by itself, with what can be done about them. */
export function PaymentsPanel() {
  const query = useQuery(moneyQuery);
  return (
    <Panel flush title={t("health.payments")}>
      <div id="payments" className={styles.anchor} />
      <PanelBody query={query}>
        {(stuck) =>
          stuck.payments.length + stuck.refunds.length === 0 ? (
            <p className={styles.empty}>{t("health.noPayments")}</p>
          ) : (
            <Rows stuck={stuck} />
          )
        }
      </PanelBody>
    </Panel>
  );
}

function Rows({ stuck }: { stuck: StuckMoney }) {
  return (
    <ul className={styles.rows}>
      {stuck.payments.map((payment) => (
        <PaymentRow key={payment.id} payment={payment} />
      ))}
      {stuck.refunds.map((refund) => (
        <RefundRow key={refund.id} refund={refund} />
      ))}
    </ul>
  );
}

function PaymentRow({ payment }: { payment: StuckPayment }) {
  const { can } = useOperator();
  const online = useOnline();
  const [deciding, setDeciding] = useState(false);
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <strong>
          {t("health.payment")} · {money(payment.amount)}
        </strong>
        <p>
          <PaidFor id={payment.paidFor} /> · {payment.provider} · {payment.id}
        </p>
      </div>
      <Status
        shape="late"
        tone="bad"
        text={
          payment.otherAmount
            ? t("health.stateOther", { amount: payment.otherAmount })
            : t("health.stateOpen")
        }
      />
      {can("refunds.pay") ? (
        <Button
          disabled={!online}
          aria-label={t("health.decideNamed", { name: payment.paidFor })}
          onClick={() => setDeciding(true)}
        >
          {t("health.decide")}
        </Button>
      ) : null}
      {deciding ? <PaymentDecision payment={payment} onClose={() => setDeciding(false)} /> : null}
    </li>
  );
}

function RefundRow({ refund }: { refund: StuckRefund }) {
  const { can } = useOperator();
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <strong>
          {t("health.refund")} · {money(refund.amount)}
        </strong>
        <p>
          <PaidFor id={refund.paidFor} /> · {refund.id}
        </p>
      </div>
      {refund.state === "refused" ? (
        <Status
          shape="late"
          tone="bad"
          text={t("health.stateRefused", { provider: refund.provider })}
        />
      ) : (
        <Status shape="half" tone="info" text={t("health.stateWanted")} />
      )}
      {can("refunds.pay") ? <RefundActions refund={refund} /> : null}
    </li>
  );
}

/** Sends a refund to its provider again, or records that it was sent by other means. */
function RefundActions({ refund }: { refund: StuckRefund }) {
  const online = useOnline();
  const amount = money(refund.amount);
  const retry = useRefundCall("retry", () => toast(t("health.refundRetried", { amount })));
  const markSent = useRefundCall("sent", () => toast(t("health.markedSent", { amount })));
  const [marking, setMarking] = useState(false);
  return (
    <div className={styles.buttons}>
      {refund.canSendAgain ? (
        <Button
          disabled={!online}
          loading={retry.isPending}
          aria-label={t("health.refundAgainNamed", { name: refund.paidFor })}
          onClick={() => retry.mutate(refund.id, { onError: toastError })}
        >
          {t("health.send")}
        </Button>
      ) : null}
      {refund.canMarkSent ? (
        <Button
          disabled={!online}
          aria-label={t("health.markSentNamed", { name: refund.paidFor })}
          onClick={() => setMarking(true)}
        >
          {t("health.markSent")}
        </Button>
      ) : null}
      <ConfirmDialog
        opened={marking}
        title={t("health.markSentTitle", { amount })}
        text={t("health.markSentText", { name: refund.paidFor })}
        button={t("health.markSentButton")}
        pending={markSent.isPending}
        error={markSent.error}
        onConfirm={() => markSent.mutate(refund.id)}
        onClose={() => setMarking(false)}
      />
    </div>
  );
}

function PaidFor({ id }: { id: string }) {
  const { can } = useOperator();
  if (!id.startsWith("SO-") || !can("orders.read")) return id;
  return (
    <Link className="link" to={`/orders/${id}`}>
      {id}
    </Link>
  );
}
