import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { money } from "../../ui/Money";
import { Panel } from "../../ui/Panel";
import { Status } from "../../ui/Status";
import { PanelBody } from "./PanelBody";
import { moneyQuery, type StuckMoney } from "./queries";
import styles from "./health.module.css";

/** Payments and refunds that the shop cannot settle. The order has what can be done about them. */
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
        <li key={payment.id} className={styles.row}>
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
        </li>
      ))}
      {stuck.refunds.map((refund) => (
        <li key={refund.id} className={styles.row}>
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
        </li>
      ))}
    </ul>
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
