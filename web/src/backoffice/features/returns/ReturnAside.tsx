import { Link } from "react-router";
import { t, tEnum } from "../../messages/t";
import { useOperator } from "../../session/session";
import { Money } from "../../ui/Money";
import { type Fact, Facts, Panel } from "../../ui/Panel";
import type { Returned } from "./returnQuery";
import styles from "./returns.module.css";

/** The customer, their reason and preference, and what came of the return. */
export function ReturnAside({ returned }: { returned: Returned }) {
  const { can } = useOperator();
  const { customerId, customerName, contact, reasonCode, reason, answer } = returned;
  const preference = returned.resolution === "exchange" ? "exchange" : returned.refundTo;
  return (
    <>
      <Panel title={t("returns.customer")}>
        <p>
          {customerId !== null && can("customers.read") ? (
            <Link className="link" to={`/customers/${customerId}`}>
              {customerName || contact}
            </Link>
          ) : (
            customerName || contact
          )}
        </p>
        <p className="quiet small">{contact}</p>
        <p>
          <Link className="link" to={`/orders/${returned.orderId}`}>
            {returned.orderId}
          </Link>
        </p>
      </Panel>
      <Panel title={t("returns.reason")}>
        <p>{tEnum("returns.reasonOf", reasonCode)}</p>
        {reason === "" ? null : (
          <p className={styles.text}>{t("returns.reasonWords", { words: reason })}</p>
        )}
        <Facts
          facts={[
            { label: t("returns.preference"), value: tEnum("returns.preference", preference) },
          ]}
        />
        {returned.withdrawal ? <p className="small">{t("returns.byRight")}</p> : null}
      </Panel>
      {answer === "" ? null : (
        <Panel title={t("returns.answer")}>
          <p className={styles.text}>{answer}</p>
        </Panel>
      )}
      <Outcome returned={returned} />
    </>
  );
}

function Outcome({ returned }: { returned: Returned }) {
  const { toSource, toWallet, exchangeOrderId } = returned;
  const facts: Fact[] = [];
  if (toSource && toSource.amount > 0) {
    facts.push({ label: t("returns.toSource"), value: <Money value={toSource} /> });
  }
  if (toWallet && toWallet.amount > 0) {
    facts.push({ label: t("returns.toWallet"), value: <Money value={toWallet} /> });
  }
  if (exchangeOrderId !== null) {
    facts.push({
      label: t("returns.newOrder"),
      value: (
        <Link className="link" to={`/orders/${exchangeOrderId}`}>
          {exchangeOrderId}
        </Link>
      ),
    });
  }
  if (facts.length === 0) return null;
  return (
    <Panel title={t("returns.outcome")}>
      <Facts facts={facts} />
      {returned.waitsForSignIn ? (
        <p className="quiet small">{t("returns.waitsForSignIn")}</p>
      ) : null}
    </Panel>
  );
}
