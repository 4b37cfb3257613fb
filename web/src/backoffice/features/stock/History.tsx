import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import { SkeletonRows } from "../../ui/Skeletons";
import { Timeline } from "../../ui/Timeline";
import { kindName, signed } from "./names";
import { type Movement, movementsQuery } from "./queries";

/** Every change of the units on hand, newest first. */
export function History({ skuId }: { skuId: number }) {
  const query = useInfiniteQuery(movementsQuery(skuId));
  const events = query.data?.pages.flatMap(({ items }) => items).map(toEvent) ?? [];
  return (
    <Panel title={t("stock.history")}>
      {query.error ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} plain />
      ) : null}
      {query.isPending ? <SkeletonRows /> : <Timeline events={events} />}
      {query.isSuccess && events.length === 0 ? (
        <p className="quiet">{t("stock.noHistory")}</p>
      ) : null}
      {query.hasNextPage ? (
        <Button onClick={() => void query.fetchNextPage()} loading={query.isFetchingNextPage}>
          {t("stock.older")}
        </Button>
      ) : null}
    </Panel>
  );
}

function toEvent(movement: Movement) {
  const { id, time, quantity, kind, location, note, person } = movement;
  return {
    id,
    at: time,
    text: (
      <>
        <strong>{signed(quantity)}</strong> {kindName(kind)} · {location}
      </>
    ),
    detail: <Cause movement={movement} />,
    ...(note === "" ? {} : { note }),
    person,
    isOperator: person !== null,
    tone: quantity > 0 ? ("done" as const) : ("quiet" as const),
  };
}

function Cause({ movement }: { movement: Movement }) {
  const { person, orderId, deliveryId, countId, transferId } = movement;
  const canReadOrders = useOperator().can("orders.read");
  const link =
    orderId !== null ? (
      canReadOrders ? (
        <Link className="link" to={`/orders/${orderId}`}>
          {orderId}
        </Link>
      ) : (
        orderId
      )
    ) : deliveryId !== null ? (
      <Link className="link" to={`/stock/deliveries/${deliveryId}`}>
        {t("stock.delivery", { id: deliveryId })}
      </Link>
    ) : countId !== null ? (
      <Link className="link" to={`/stock/counts/${countId}`}>
        {t("stock.countNumber", { id: countId })}
      </Link>
    ) : transferId !== null ? (
      <Link className="link" to={`/stock/transfers/${transferId}`}>
        {t("stock.transfer", { id: transferId })}
      </Link>
    ) : null;
  return (
    <>
      {person}
      {person !== null && link ? " · " : null}
      {link}
    </>
  );
}
