import { Button, Select, TagsInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { api, unwrap } from "../../api/client";
import { t, tEnum } from "../../messages/t";
import { useOperator } from "../../session/session";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Money } from "../../ui/Money";
import { Facts, Panel } from "../../ui/Panel";
import { When } from "../../ui/When";
import { type Ticket, useAssignees } from "./inboxQuery";
import styles from "./support.module.css";
import { useTicketActions } from "./useTicketActions";

/** Beside a conversation: who answers it, the customer, and the order it is about. */
export function TicketAside({ ticket }: { ticket: Ticket }) {
  return (
    <>
      <Sorting ticket={ticket} />
      <Contact contact={ticket.contact} />
      <OrderBeside key={ticket.orderId} ticket={ticket} />
    </>
  );
}

function Sorting({ ticket }: { ticket: Ticket }) {
  const operator = useOperator();
  const assignees = useAssignees().data ?? [];
  const { change } = useTicketActions(ticket);
  const readOnly = !operator.can("support.reply");
  const assign = (id: number | null) => {
    const name = assignees.find((one) => one.id === id)?.name;
    change({
      patch: { assigneeId: id },
      text: name ? t("support.assigned", { name }) : t("support.unassigned"),
      undo: { assigneeId: ticket.assignee?.id ?? null },
    });
  };
  return (
    <Panel>
      <div className={styles.form}>
        <Select
          label={t("support.assign")}
          placeholder={t("support.nobody")}
          clearable
          searchable
          readOnly={readOnly}
          data={assignees.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={ticket.assignee === null ? null : String(ticket.assignee.id)}
          onChange={(value) => assign(value === null ? null : Number(value))}
        />
        <Select
          label={t("support.priority")}
          allowDeselect={false}
          readOnly={readOnly}
          data={(["0", "1", "2"] as const).map((value) => ({
            value,
            label: tEnum("support.priority", value),
          }))}
          value={String(ticket.priority)}
          onChange={(value) =>
            change({
              patch: { priority: Number(value) },
              text: `${t("support.priority")}: ${tEnum("support.priority", (value ?? "0") as "0")}`,
              undo: { priority: ticket.priority },
            })
          }
        />
        <TagsInput
          label={t("support.tags")}
          placeholder={t("support.tagsHint")}
          readOnly={readOnly}
          maxTags={10}
          value={ticket.tags}
          onChange={(tags) =>
            change({
              patch: { tags },
              text: `${t("support.tags")}: ${tags.join(", ")}`,
              undo: { tags: ticket.tags },
            })
          }
        />
      </div>
    </Panel>
  );
}

function Contact({ contact }: { contact: Ticket["contact"] }) {
  const { can } = useOperator();
  const name = contact.name || contact.email || "";
  return (
    <Panel title={t("support.customer")}>
      <p className={styles.wrap}>
        {contact.customerId !== null && can("customers.read") ? (
          <Link className="link" to={`/customers/${contact.customerId}`}>
            {name}
          </Link>
        ) : (
          name
        )}
      </p>
      {contact.email === null ? null : (
        <p className={`quiet small ${styles.wrap ?? ""}`}>{contact.email}</p>
      )}
      {contact.phone === null ? null : <p className="quiet small">{contact.phone}</p>}
      {contact.customerId === null ? <p className="quiet small">{t("support.guest")}</p> : null}
    </Panel>
  );
}

function OrderBeside({ ticket }: { ticket: Ticket }) {
  const { can } = useOperator();
  const { change, isPending } = useTicketActions(ticket);
  const [number, setNumber] = useState(ticket.orderId ?? "");
  const { orderId } = ticket;
  const order = useQuery({
    queryKey: ["order", orderId ?? ""],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/orders/{number}", { params: { path: { number: orderId ?? "" } } }),
      ),
    enabled: orderId !== null && can("orders.read"),
  });
  const typed = number.trim().toUpperCase();
  return (
    <Panel title={t("support.order")}>
      {orderId === null ? <p className="quiet">{t("support.noOrder")}</p> : null}
      {order.data ? (
        <>
          <p>
            <Link className="link strong" to={`/orders/${orderId ?? ""}`}>
              {orderId}
            </Link>{" "}
            <span className="quiet">{order.data.statusLabel}</span>
          </p>
          <Facts
            facts={[
              { label: t("support.orderPlaced"), value: <When at={order.data.placedAt} /> },
              { label: t("support.orderTotal"), value: <Money value={order.data.total} /> },
            ]}
          />
          <ul className={styles.orderLines}>
            {order.data.lines.map((line) => (
              <li key={line.lineId}>{`${line.quantity} × ${line.title}`}</li>
            ))}
          </ul>
        </>
      ) : null}
      <ErrorNote error={order.error} />
      {can("support.reply") ? (
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
      ) : null}
    </Panel>
  );
}
