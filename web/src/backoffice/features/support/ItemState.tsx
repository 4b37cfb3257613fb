import { t, tEnum } from "../../messages/t";
import { Status } from "../../ui/Status";
import type { InboxItem } from "./inboxQuery";

type State = InboxItem["state"];

/** The state of a ticket, question or review. Open ones wait for the shop. */
export function ItemState({ state, pill = false }: { state: State; pill?: boolean }) {
  const text = tEnum("support.state", state);
  switch (state) {
    case "open":
      return <Status shape="ring" tone="wait" text={text} pill={pill} />;
    case "waiting":
      return <Status shape="half" tone="info" text={text} pill={pill} />;
    case "solved":
    case "published":
      return <Status shape="full" tone="good" text={text} pill={pill} />;
    default:
      return <Status shape="stopped" tone="quiet" text={text} pill={pill} />;
  }
}

/** Priorities above normal; a normal one needs no mark. */
export function PriorityMark({ priority }: { priority: number }) {
  if (priority === 1) {
    return <Status shape="late" tone="wait" text={t("support.priority.1")} />;
  }
  return priority === 2 ? <Status shape="late" tone="bad" text={t("support.priority.2")} /> : null;
}
