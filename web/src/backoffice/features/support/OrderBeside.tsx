import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { api, unwrap } from "../../api/client";
import type { components } from "../../api/schema";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Money } from "../../ui/Money";
import { Facts, Panel } from "../../ui/Panel";
import { When } from "../../ui/When";
import type { Ticket } from "./inboxQuery";
import styles from "./support.module.css";
import { useTicketActions } from "./useTicketActions";

/** The order that a ticket is about, and a field to set or change it. */
export function OrderBeside({ ticket }: { ticket: Ticket }) {
  const { can } = useOperator();
  const { orderId } = ticket;
  const order = useQuery({
    queryKey: ["order", orderId ?? ""],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/orders/{number}", { params: { path: { number: orderId ?? "" } } }),
      ),
    enabled: orderId !== null && can("orders.read"),
  });
  return (
    <Panel title={t("support.order")}>
      {orderId === null ? <p className="quiet">{t("support.noOrder")}</p> : null}
      {order.data ? <Summary orderId={orderId ?? ""} order={order.data} /> : null}
      <ErrorNote error={order.error} />
      {can("support.reply") ? <OrderForm ticket={ticket} /> : null}
    </Panel>
  );
}

interface SummaryProps {
  orderId: string;
  order: components["schemas"]["OperatorOrder"];
}

function Summary({ orderId, order }: SummaryProps) {
  return (
    <>
      <p>
        <Link className="link strong" to={`/orders/${orderId}`}>
          {orderId}
        </Link>{" "}
        <span className="quiet">{order.statusLabel}</span>
      </p>
      <Facts
        facts={[
          { label: t("support.orderPlaced"), value: <When at={order.placedAt} /> },
          { label: t("support.orderTotal"), value: <Money value={order.total} /> },
        ]}
      />
      <ul className={styles.orderLines}>
        {order.lines.map((line) => (
          <li key={line.lineId}>{`${line.quantity} × ${line.title}`}</li>
        ))}
      </ul>
    </>
  );
}

function OrderForm({ ticket }: { ticket: Ticket }) {
  const { change, isPending } = useTicketActions(ticket);
  const { orderId } = ticket;
  const [number, setNumber] = useState(orderId ?? "");
  const typed = number.trim().toUpperCase();
  return (
    <form
      className={styles.orderForm}
      onSubmit={(event) => {
        event.preventDefault();
        change({
          patch: { orderId: typed === "" ? null : typed },
          text: `${t("support.order")}: ${typed || t("support.nobody")}`,
          undo: { orderId },
        });
      }}
    >
      <TextInput
        aria-label={t("support.order")}
        placeholder={t("support.orderHint")}
        value={number}
        maxLength={32}
        onChange={({ currentTarget }) => setNumber(currentTarget.value)}
      />
      {typed === (orderId ?? "") ? null : (
        <Button type="submit" disabled={isPending}>
          {t("support.saveOrder")}
        </Button>
      )}
    </form>
  );
}
