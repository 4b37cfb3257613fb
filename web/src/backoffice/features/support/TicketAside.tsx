import { Select, TagsInput } from "@mantine/core";
import { Link } from "react-router";
import { t, tEnum } from "../../messages/t";
import { useOperator } from "../../session/session";
import { Panel } from "../../ui/Panel";
import { type Ticket, useAssignees } from "./inboxQuery";
import { OrderBeside } from "./OrderBeside";
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
  const { change } = useTicketActions(ticket);
  const readOnly = !useOperator().can("support.reply");
  return (
    <Panel>
      <div className={styles.form}>
        <Assignee ticket={ticket} readOnly={readOnly} />
        <Select
          label={t("support.priority")}
          allowDeselect={false}
          disabled={readOnly}
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
          disabled={readOnly}
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

function Assignee({ ticket, readOnly }: { ticket: Ticket; readOnly: boolean }) {
  const assignees = useAssignees().data ?? [];
  const { change } = useTicketActions(ticket);
  const assign = (id: number | null) => {
    const name = assignees.find((one) => one.id === id)?.name;
    change({
      patch: { assigneeId: id },
      text: name ? t("support.assigned", { name }) : t("support.unassigned"),
      undo: { assigneeId: ticket.assignee?.id ?? null },
    });
  };
  return (
    <Select
      label={t("support.assign")}
      placeholder={t("support.nobody")}
      clearable
      searchable
      disabled={readOnly}
      data={assignees.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={ticket.assignee === null ? null : String(ticket.assignee.id)}
      onChange={(value) => assign(value === null ? null : Number(value))}
    />
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
