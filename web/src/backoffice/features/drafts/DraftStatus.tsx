import { t } from "../../messages/t";
import { Status } from "../../ui/Status";
import type { DraftState } from "./queries";

/** Whether a draft was placed, and what came of its order. */
export function DraftStatus({ state, pill = false }: { state: DraftState; pill?: boolean }) {
  switch (state) {
    case "open":
      return <Status shape="ring" tone="quiet" text={t("drafts.stateOpen")} pill={pill} />;
    case "waiting":
      return <Status shape="half" tone="wait" text={t("drafts.stateWaiting")} pill />;
    case "placed":
      return <Status shape="half" tone="info" text={t("drafts.statePlaced")} pill={pill} />;
    case "paid":
      return <Status shape="full" tone="good" text={t("drafts.statePaid")} pill={pill} />;
    case "cancelled":
      return <Status shape="stopped" tone="quiet" text={t("drafts.stateCancelled")} pill={pill} />;
  }
}
