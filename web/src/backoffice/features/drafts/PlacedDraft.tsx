import { Button } from "@mantine/core";
import { Link } from "react-router";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { CopyText } from "../../ui/CopyText";
import { PageHead } from "../../ui/PageHead";
import { Facts, Panel } from "../../ui/Panel";
import { When } from "../../ui/When";
import { DraftMenu } from "./DraftMenu";
import { DraftStatus } from "./DraftStatus";
import type { Draft } from "./queries";

const PAYMENTS = {
  link: "drafts.byLink",
  cod: "drafts.byCod",
  manual: "drafts.byManual",
} as const;

/** A draft that has become an order, with the link where the shopper pays. */
export function PlacedDraft({ draft }: { draft: Draft }) {
  const canRead = useOperator().can("orders.read");
  const { orderId, payLink, payUntil, placedAt } = draft;
  const facts = [
    {
      label: t("drafts.order"),
      value:
        canRead && orderId ? (
          <Link className="link" to={`/orders/${orderId}`}>
            {orderId}
          </Link>
        ) : (
          orderId
        ),
    },
    {
      label: t("drafts.payment"),
      value: t(PAYMENTS[draft.payment ?? "link"]),
    },
    ...(placedAt ? [{ label: t("drafts.placedAt"), value: <When at={placedAt} as="full" /> }] : []),
    ...(payUntil ? [{ label: t("drafts.payUntil"), value: <When at={payUntil} as="full" /> }] : []),
    { label: t("drafts.author"), value: draft.author },
  ];
  return (
    <>
      <PageHead
        title={t("drafts.draft", { id: draft.id })}
        back="/drafts"
        statuses={<DraftStatus state={draft.state} pill />}
        actions={
          <>
            <DraftMenu draft={draft} />
            {canRead && orderId ? (
              <Button component={Link} to={`/orders/${orderId}`} variant="filled">
                {t("drafts.openOrder")}
              </Button>
            ) : null}
          </>
        }
      />
      <Panel title={t("drafts.placedTitle")}>
        <Facts facts={facts} />
        {payLink ? (
          <>
            <h3 className="small strong">{t("drafts.payLink")}</h3>
            <CopyText text={payLink} code />
            <p className="quiet small">
              {draft.customer ? t("drafts.payLinkCustomer") : t("drafts.payLinkGuest")}
            </p>
          </>
        ) : null}
      </Panel>
    </>
  );
}
