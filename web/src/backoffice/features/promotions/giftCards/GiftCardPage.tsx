import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { useOperator } from "../../../session/session";
import { Money } from "../../../ui/Money";
import { LoadingHead } from "../../../ui/LoadingHead";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { usePanelAddress } from "../../../ui/panelAddress";
import { DetailColumns, type Fact, Facts, Panel } from "../../../ui/Panel";
import { toast, toastError } from "../../../ui/toasts";
import { When } from "../../../ui/When";
import styles from "../promotions.module.css";
import { type GiftCard, giftCardQuery } from "../queries";
import { CardStatus } from "../statuses";
import { VoidPanel } from "./VoidPanel";

const PATH = "/api/admin/v1/promotions/gift-cards/{cardId}";

/** A gift card with its uses. */
export default function GiftCardPage() {
  const { id = "" } = useParams();
  const query = useQuery(giftCardQuery(id));
  return (
    <Page>
      {query.data ? (
        <Details card={query.data} />
      ) : (
        <LoadingHead title={id} back="/gift-cards" query={query} />
      )}
    </Page>
  );
}

function Details({ card }: { card: GiftCard }) {
  const [panel, setPanel] = usePanelAddress();
  const isVoiding = panel === "void" && card.canVoid;
  return (
    <>
      <PageHead
        title={card.id}
        back="/gift-cards"
        statuses={<CardStatus state={card.state} pill />}
        facts={card.recipientName}
        actions={<Actions card={card} onVoid={() => setPanel("void")} />}
      />
      <DetailColumns
        panelOpen={isVoiding}
        main={
          <>
            <UsesPanel card={card} />
            {card.message ? (
              <Panel title={t("giftCards.message")}>
                <p>{card.message}</p>
              </Panel>
            ) : null}
          </>
        }
        aside={
          <>
            {isVoiding ? <VoidPanel card={card} onClose={() => setPanel(null)} /> : null}
            <CardFacts card={card} />
          </>
        }
      />
    </>
  );
}

function Actions({ card, onVoid }: { card: GiftCard; onVoid: () => void }) {
  const client = useQueryClient();
  const online = useOnline();
  const canEdit = useOperator().can("promotions.edit");
  const path = { cardId: card.id };
  const resend = useMutation({
    mutationFn: () => unwrap(api.POST(`${PATH}/resend`, { params: { path } })),
    onSuccess: () => toast(t("giftCards.resent", { to: card.recipientEmail })),
    onError: toastError,
  });
  const restore = useMutation({
    mutationFn: () => unwrap(api.POST(`${PATH}/restore`, { params: { path } })),
    onSuccess: (restored) => {
      client.setQueryData(giftCardQuery(card.id).queryKey, restored);
      toast(t("giftCards.restored"));
      void client.invalidateQueries({ queryKey: ["gift-cards", "list"] });
    },
    onError: toastError,
  });
  if (!canEdit) return null;
  return (
    <>
      {card.canResend ? (
        <Button disabled={!online} loading={resend.isPending} onClick={() => resend.mutate()}>
          {t("giftCards.resend")}
        </Button>
      ) : null}
      {card.canVoid ? (
        <Button color="bad" disabled={!online} onClick={onVoid}>
          {t("giftCards.void")}
        </Button>
      ) : null}
      {card.canRestore ? (
        <Button disabled={!online} loading={restore.isPending} onClick={() => restore.mutate()}>
          {t("giftCards.restore")}
        </Button>
      ) : null}
    </>
  );
}

const USE_NAMES = {
  spent: "giftCards.useSpent",
  returned: "giftCards.useReturned",
  redeemed: "giftCards.useRedeemed",
} as const;

function UsesPanel({ card }: { card: GiftCard }) {
  const seesOrders = useOperator().can("orders.read");
  return (
    <Panel title={t("giftCards.uses")}>
      {card.uses.length === 0 ? <p className="quiet">{t("giftCards.noUses")}</p> : null}
      <ul className={styles.lines}>
        {card.uses.map((use) => (
          <li key={`${use.kind}-${use.time}`} className={styles.line}>
            <span className={styles.what}>
              {t(USE_NAMES[use.kind])}{" "}
              {use.orderId && seesOrders ? (
                <Link className="link" to={`/orders/${use.orderId}`}>
                  {use.orderId}
                </Link>
              ) : (
                use.orderId
              )}
              <div className="quiet small">
                <When at={use.time} />
              </div>
            </span>
            <span className={styles.amount}>
              <Money value={use.amount} negative={use.kind !== "returned"} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function factsOf(card: GiftCard): Fact[] {
  const optional = (label: string, value: Fact["value"]) => (value ? [{ label, value }] : []);
  const at = (time: string | null) => (time ? <When at={time} as="full" /> : null);
  return [
    { label: t("giftCards.value"), value: <Money value={card.amount} /> },
    { label: t("giftCards.balance"), value: <Money value={card.balance} />, strong: true },
    ...optional(t("giftCards.code"), card.maskedCode),
    ...optional(t("giftCards.recipient"), card.recipientEmail),
    ...optional(t("giftCards.sender"), card.senderName),
    ...optional(t("giftCards.issuedByLabel"), card.issuedBy),
    ...optional(t("giftCards.reason"), card.reason),
    { label: t("giftCards.sendAt"), value: at(card.sentAt ?? card.sendAt) },
    ...optional(t("giftCards.expiresAt"), at(card.expiresAt)),
    ...optional(t("giftCards.voidedAt"), at(card.voidedAt)),
    ...optional(t("giftCards.voidReason"), card.voidReason),
  ];
}

function CardFacts({ card }: { card: GiftCard }) {
  const seesOrders = useOperator().can("orders.read");
  const order =
    card.orderId && seesOrders ? (
      <Link className="link" to={`/orders/${card.orderId}`}>
        {card.orderId}
      </Link>
    ) : (
      card.orderId
    );
  return (
    <Panel title={t("giftCards.details")}>
      <Facts
        facts={[
          ...factsOf(card),
          ...(order ? [{ label: t("giftCards.order"), value: order }] : []),
        ]}
      />
    </Panel>
  );
}
