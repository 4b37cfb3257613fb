import { t } from "../../messages/t";
import { Status } from "../../ui/Status";
import type { GiftCardItem, State } from "./queries";

/** Whether a promotion runs. */
export function PromotionStatus({ state, pill = false }: { state: State; pill?: boolean }) {
  switch (state) {
    case "active":
      return <Status shape="full" tone="good" text={t("promotions.stateActive")} pill={pill} />;
    case "scheduled":
      return <Status shape="ring" tone="info" text={t("promotions.stateScheduled")} pill={pill} />;
    case "used_up":
      return <Status shape="stopped" tone="quiet" text={t("promotions.stateUsedUp")} pill={pill} />;
    case "ended":
      return <Status shape="stopped" tone="quiet" text={t("promotions.stateEnded")} pill={pill} />;
  }
}

/** What became of a gift card. */
export function CardStatus({
  state,
  pill = false,
}: {
  state: GiftCardItem["state"];
  pill?: boolean;
}) {
  switch (state) {
    case "scheduled":
      return <Status shape="ring" tone="info" text={t("giftCards.stateScheduled")} pill={pill} />;
    case "sent":
      return <Status shape="half" tone="good" text={t("giftCards.stateSent")} pill={pill} />;
    case "redeemed":
      return <Status shape="full" tone="quiet" text={t("giftCards.stateRedeemed")} pill={pill} />;
    case "void":
      return <Status shape="stopped" tone="quiet" text={t("giftCards.stateVoid")} pill={pill} />;
    case "expired":
      return <Status shape="stopped" tone="quiet" text={t("giftCards.stateExpired")} pill={pill} />;
  }
}
