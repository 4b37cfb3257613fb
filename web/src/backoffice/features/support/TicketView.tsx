import { ActionIcon, Button, Menu } from "@mantine/core";
import { useRef, useState } from "react";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Icon } from "../../ui/Icon";
import { useKeys } from "../../ui/keys";
import { Presence } from "../../ui/Presence";
import { SkeletonRows } from "../../ui/Skeletons";
import { Composer, type Mode } from "./Composer";
import { ConversationHead } from "./ConversationHead";
import { HeldEmailPanel } from "./HeldEmailPanel";
import { type Ticket, useTicket } from "./inboxQuery";
import { ItemState, PriorityMark } from "./ItemState";
import styles from "./support.module.css";
import { Thread } from "./Thread";
import { TicketAside } from "./TicketAside";
import { useTicketActions } from "./useTicketActions";

/** A ticket: its conversation, the composer, and beside it the customer and order. */
export function TicketView({ ticketId, back }: { ticketId: string; back: string }) {
  const query = useTicket(ticketId);
  if (query.isPending) return <SkeletonRows rows={6} height={90} />;
  if (query.data === undefined) {
    return (
      <ErrorPanel
        error={query.error}
        title={t("support.ticketFailed")}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return <Shown ticket={query.data} back={back} />;
}

function Shown({ ticket, back }: { ticket: Ticket; back: string }) {
  const { can } = useOperator();
  const [mode, setMode] = useState<Mode>("reply");
  const [isWriting, setWriting] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const canReply = can("support.reply");
  const canNote = can("notes.write");
  const write = (next: Mode) => {
    setMode(next);
    // After the field of this mode is shown.
    window.requestAnimationFrame(() => field.current?.focus());
  };
  useKeys(t("support.keys"), [
    { keys: "r", label: t("support.keyReply"), run: () => canReply && write("reply") },
    { keys: "n", label: t("support.keyNote"), run: () => canNote && write("note") },
  ]);
  return (
    <div className={styles.columns}>
      <div className={styles.conversation}>
        <Head ticket={ticket} back={back} isWriting={isWriting} />
        {ticket.heldEmails.map((email) => (
          <HeldEmailPanel key={email.id} email={email} />
        ))}
        <Thread ticket={ticket} />
        <Composer
          ticket={ticket}
          mode={mode}
          onMode={setMode}
          onWriting={setWriting}
          fieldRef={field}
        />
      </div>
      <div className={styles.aside}>
        <TicketAside ticket={ticket} />
      </div>
    </div>
  );
}

/** Solves the ticket or opens it again, and takes it over; both also by keys. */
function useHeadActions(ticket: Ticket) {
  const operator = useOperator();
  const { change, isPending } = useTicketActions(ticket);
  const { state } = ticket;
  const canChange = operator.can("support.reply");
  const isSolved = state === "solved" || state === "spam";
  const setState = (next: Ticket["state"], text: string) =>
    change({ patch: { state: next }, text, undo: { state } });
  const toggle = () =>
    isSolved ? setState("open", t("support.reopened")) : setState("solved", t("support.solved"));
  useKeys(t("support.keys"), [
    { keys: "e", label: t("support.keyClose"), run: () => canChange && toggle() },
    {
      keys: "a",
      label: t("support.keyAssign"),
      run: () =>
        canChange &&
        ticket.assignee?.id !== operator.id &&
        change({
          patch: { assigneeId: operator.id },
          text: t("support.assigned", { name: operator.name }),
          undo: { assigneeId: ticket.assignee?.id ?? null },
        }),
    },
  ]);
  return { canChange, isSolved, setState, toggle, isPending };
}

interface HeadProps {
  ticket: Ticket;
  back: string;
  isWriting: boolean;
}

function Head({ ticket, back, isWriting }: HeadProps) {
  const isOnline = useOnline();
  const { canChange, isSolved, setState, toggle, isPending } = useHeadActions(ticket);
  const disabled = isPending || !isOnline;
  return (
    <ConversationHead
      title={ticket.subject}
      back={back}
      marks={
        <>
          <span className="quiet">{ticket.ticketId}</span>
          <ItemState state={ticket.state} pill />
          <PriorityMark priority={ticket.priority} />
          <Presence
            kind="ticket"
            recordKey={ticket.ticketId}
            mode={isWriting ? "editing" : "viewing"}
          />
        </>
      }
      actions={
        canChange ? (
          <div className={styles.headActions}>
            <Button onClick={toggle} disabled={disabled} aria-keyshortcuts="e">
              {t(isSolved ? "support.reopen" : "support.solve")}
            </Button>
            <StateMenu state={ticket.state} disabled={disabled} onState={setState} />
          </div>
        ) : null
      }
    />
  );
}

interface StateMenuProps {
  state: Ticket["state"];
  disabled: boolean;
  /** The text says what was done. */
  onState: (next: Ticket["state"], text: string) => void;
}

/** The less usual states. */
function StateMenu({ state, disabled, onState }: StateMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t("support.more")}>
          <Icon name="dots" small />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {state === "waiting" ? (
          <Menu.Item disabled={disabled} onClick={() => onState("open", t("support.reopened"))}>
            {t("support.reopen")}
          </Menu.Item>
        ) : (
          <Menu.Item disabled={disabled} onClick={() => onState("waiting", t("support.waiting"))}>
            {t("support.wait")}
          </Menu.Item>
        )}
        {state === "spam" ? null : (
          <Menu.Item disabled={disabled} onClick={() => onState("spam", t("support.markedSpam"))}>
            {t("support.markSpam")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
