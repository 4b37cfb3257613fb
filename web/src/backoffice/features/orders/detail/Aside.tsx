import { Button } from "@mantine/core";
import { Link } from "react-router";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { useOperator, useShop } from "../../../session/session";
import { money } from "../../../ui/Money";
import { Panel } from "../../../ui/Panel";
import { Status } from "../../../ui/Status";
import { fullTime, shortDay } from "../../../ui/time";
import styles from "./Aside.module.css";
import { type Address, addressLines, countryName, type Order } from "./order";

interface Props {
  order: Order;
  onPanel: (panel: string, subject?: string) => void;
  onReview: (reviewed: boolean) => void;
}

/** People, addresses, notes and checks of an order. */
export function Aside({ order, onPanel, onReview }: Props) {
  return (
    <Panel flush>
      <Customer order={order} onPanel={onPanel} />
      <DeliveryAddress order={order} onPanel={onPanel} />
      <Notes order={order} />
      <Draft order={order} />
      <Others order={order} />
      <Checks order={order} onReview={onReview} />
    </Panel>
  );
}

function Customer({ order, onPanel }: Omit<Props, "onReview">) {
  const operator = useOperator();
  const { timeZone } = useShop();
  const { customer, contact } = order;
  const name = `${contact.firstName} ${contact.lastName}`.trim() || customer?.name;
  return (
    <section className={styles.part}>
      <div className={styles.head}>
        <h2>{t("order.customer")}</h2>
        {customer && operator.can("customers.read") ? (
          <Link className="link" to={`/customers/${customer.customerId}`}>
            {t("order.profile")}
          </Link>
        ) : null}
      </div>
      <p className="strong">{name}</p>
      <p className={styles.quiet}>
        {customer
          ? t("order.customerFacts", {
              count: customer.orderCount,
              spent: money(customer.spent),
              since: shortDay(customer.since, timeZone),
            })
          : t("order.guest")}
      </p>
      <p className={styles.contact}>
        {contact.email ? <a href={`mailto:${contact.email}`}>{contact.email}</a> : null}
        {contact.phone ? <a href={`tel:${contact.phone}`}>{contact.phone}</a> : null}
      </p>
      {order.contactProven ? null : (
        <p className={styles.quiet}>
          <Status shape="ring" tone="quiet" text={t("order.unproven")} />
        </p>
      )}
      {order.actions.includes("edit_address") && operator.can("orders.edit") ? (
        <button type="button" className="link" onClick={() => onPanel("delivery", "contact")}>
          {t("order.editContact")}
        </button>
      ) : null}
    </section>
  );
}

function DeliveryAddress({ order, onPanel }: Omit<Props, "onReview">) {
  const operator = useOperator();
  const canEdit = order.actions.includes("edit_address") && operator.can("orders.edit");
  return (
    <>
      <section className={styles.part}>
        <div className={styles.head}>
          <h2>{t("order.deliveryAddress")}</h2>
          {canEdit && order.address ? (
            <button type="button" className="link" onClick={() => onPanel("delivery", "address")}>
              {t("order.edit")}
            </button>
          ) : null}
        </div>
        {order.address ? (
          <Lines address={order.address} />
        ) : (
          <p className={styles.quiet}>{t("order.noAddress")}</p>
        )}
      </section>
      <section className={styles.part}>
        <h2>{t("order.billingAddress")}</h2>
        {order.billingAddress ? (
          <Lines address={order.billingAddress} />
        ) : (
          <p className={styles.quiet}>{t("order.sameAddress")}</p>
        )}
      </section>
    </>
  );
}

function Lines({ address }: { address: Address }) {
  return (
    <address className={styles.address}>
      {addressLines(address).map((line, index) => (
        <span key={index}>{line}</span>
      ))}
      {address.phone ? <span>{address.phone}</span> : null}
      {address.taxId ? <span>{address.taxId}</span> : null}
    </address>
  );
}

function Notes({ order }: { order: Order }) {
  const notes = [
    [t("order.delivery"), order.shippingMethod?.name],
    [t("order.deliveryNote"), order.deliveryNote],
    [t("order.giftWrap"), order.giftWrap?.name],
    [t("order.giftMessage"), order.giftMessage],
  ].filter((note): note is [string, string] => Boolean(note[1]));
  return notes.map(([label, text]) => (
    <section key={label} className={styles.part}>
      <h2>{label}</h2>
      <p className={styles.text}>{text}</p>
    </section>
  ));
}

/** The draft of an order that was taken by telephone. */
function Draft({ order: { draftId } }: { order: Order }) {
  const canOpen = useOperator().can("orders.create");
  if (draftId === null) return null;
  const label = t("order.draft", { id: draftId });
  return (
    <section className={styles.part}>
      <h2>{t("order.byTelephone")}</h2>
      {canOpen ? (
        <Link className="link" to={`/drafts/${draftId}`}>
          {label}
        </Link>
      ) : (
        <p className={styles.quiet}>{label}</p>
      )}
    </section>
  );
}

function Others({ order }: { order: Order }) {
  const { returns, tickets } = order;
  if (returns.length + tickets.length === 0) return null;
  return (
    <section className={styles.part}>
      <h2>{t("order.returnsAndTickets")}</h2>
      <ul>
        {returns.map(({ returnId }) => (
          <li key={returnId}>
            <Link className="link" to={`/returns/${returnId}`}>
              {t("order.return", { number: returnId })}
            </Link>
          </li>
        ))}
        {tickets.map(({ ticketId, subject }) => (
          <li key={ticketId}>
            <Link className="link" to={`/support/${ticketId}`}>
              {t("order.ticket", { number: ticketId })}
            </Link>{" "}
            <span className={styles.quiet}>{subject}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Hint = Order["hints"][number];

function hintText({ kind, figures }: Hint, currency: string): string {
  const number = (name: string) => Number(figures[name] ?? 0);
  const text = (name: string) => (typeof figures[name] === "string" ? figures[name] : "");
  const amount = (name: string) => money({ amount: number(name), currency });
  const orders = (Array.isArray(figures["orders"]) ? figures["orders"] : []).join(", ");
  switch (kind) {
    case "duplicate":
      return t("order.hint.duplicate", { count: number("count"), orders });
    case "many_from_contact":
    case "many_from_network":
    case "many_from_card":
      return t(`order.hint.${kind}`, {
        count: number("count"),
        hours: number("hours"),
        amount: amount("amount"),
      });
    case "country_mismatch":
      return t("order.hint.country_mismatch", {
        billing: countryName(text("billing")),
        delivery: countryName(text("delivery")),
      });
    case "unproven_high_value":
      return t("order.hint.unproven_high_value", {
        amount: amount("amount"),
        usual: amount("usual"),
      });
    case "shared_address":
      return t("order.hint.shared_address", { count: number("count"), orders });
  }
}

/** Signs of a duplicate or fraudulent order. They block nothing. */
function Checks({ order, onReview }: Pick<Props, "order" | "onReview">) {
  const { timeZone } = useShop();
  const canReview = useOperator().can("orders.fulfil");
  const online = useOnline();
  const [first] = order.hints;
  if (!first) {
    return (
      <section className={styles.part}>
        <h2>{t("order.checks")}</h2>
        <Status shape="full" tone="good" text={t("order.checksClear")} />
      </section>
    );
  }
  const { reviewedAt, reviewedBy } = first;
  return (
    <section className={styles.part}>
      <h2>{t("order.checks")}</h2>
      <ul className={styles.hints}>
        {order.hints.map((hint) => (
          <li key={hint.kind}>
            <Status
              shape={hint.reviewedAt === null ? "late" : "full"}
              tone={hint.reviewedAt === null ? "wait" : "quiet"}
              text={hintText(hint, order.total.currency)}
            />
          </li>
        ))}
      </ul>
      {reviewedAt === null ? null : (
        <p className={styles.quiet} title={fullTime(reviewedAt, timeZone)}>
          {t("order.reviewed", { person: reviewedBy ?? "" })}
        </p>
      )}
      {canReview ? (
        <Button mt="xs" disabled={!online} onClick={() => onReview(reviewedAt === null)}>
          {reviewedAt === null ? t("order.review") : t("order.unreview")}
        </Button>
      ) : null}
    </section>
  );
}
