import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, Suspense } from "react";
import { useParams } from "react-router";
import { t } from "../../../messages/t";
import { useOperator, useShop } from "../../../session/session";
import { ErrorNote, ErrorPanel } from "../../../ui/ErrorPanel";
import { useListNeighbours } from "../../../ui/listTrail";
import { money } from "../../../ui/Money";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { usePanelAddress } from "../../../ui/panelAddress";
import { DetailColumns } from "../../../ui/Panel";
import { Presence } from "../../../ui/Presence";
import { SkeletonPage, SkeletonText } from "../../../ui/Skeletons";
import { TestMark } from "../../../ui/TestMark";
import { fullTime } from "../../../ui/time";
import { FulfilmentStatus, PaymentStatus } from "../statuses";
import { RefundList } from "../panels/RefundList";
import { PANELS } from "../panels/registry";
import { Aside } from "./Aside";
import { HeadActions } from "./HeadActions";
import { ItemGroups } from "./ItemGroups";
import { type Order, orderQuery } from "./order";
import { PaymentPanel } from "./PaymentPanel";
import { TimelinePanel } from "./TimelinePanel";
import { useOrderActions } from "./useOrderActions";

export default function OrderPage() {
  const { number = "" } = useParams();
  // Another order is another page: no draft of a panel moves to it.
  return <OrderByNumber key={number} number={number.toUpperCase()} />;
}

function OrderByNumber({ number }: { number: string }) {
  const neighbours = useListNeighbours();
  const query = useQuery(orderQuery(number));
  if (query.data) return <LoadedOrder order={query.data} />;
  return (
    <Page wide>
      <PageHead title={number} back="/orders" neighbours={neighbours} />
      {query.error ? (
        <ErrorPanel
          title={t("order.failed")}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <SkeletonPage />
      )}
    </Page>
  );
}

/** The open panel and what it is about, in the address: `?panel=ship` or `?panel=tracking:PC-1`. */
function usePanel(): [
  string | null,
  string | null,
  (panel: string | null, about?: string) => void,
] {
  const [value, set] = usePanelAddress();
  const [id = null, ...about] = value?.split(":") ?? [];
  const open = (panel: string | null, subject?: string) =>
    set(panel !== null && subject ? `${panel}:${subject}` : panel);
  return [id, about.length > 0 ? about.join(":") : null, open];
}

function LoadedOrder({ order }: { order: Order }) {
  const operator = useOperator();
  const actions = useOrderActions(order.orderId);
  const [panelId, subject, openPanel] = usePanel();
  const panel = PANELS.find(
    ({ id, permission, isAvailable }) =>
      id === panelId && operator.can(permission) && isAvailable(order),
  );
  return (
    <Page wide>
      <OrderHead
        order={order}
        actions={actions}
        openPanel={panel?.id ?? null}
        onPanel={openPanel}
      />
      <ErrorNote error={actions.step.error} isWrite />
      <DetailColumns
        panelOpen={panel !== undefined}
        main={
          <>
            <ItemGroups
              order={order}
              onPanel={openPanel}
              onUndeliver={(parcelId) => actions.undeliver.mutate(parcelId)}
            />
            <PaymentPanel
              order={order}
              onPayBack={(refundId) => openPanel("pay-back", String(refundId))}
            />
            <RefundList orderId={order.orderId} />
            <TimelinePanel number={order.orderId} onSendAgain={(key) => openPanel("email", key)} />
          </>
        }
        aside={
          <>
            {panel ? (
              <Suspense fallback={<SkeletonText lines={6} />}>
                <panel.Panel
                  key={`${panel.id}:${subject ?? ""}`}
                  order={order}
                  opened
                  subject={subject}
                  onClose={() => openPanel(null)}
                  onChanged={actions.show}
                />
              </Suspense>
            ) : null}
            <Aside
              order={order}
              onPanel={openPanel}
              onReview={(reviewed) => actions.review.mutate(reviewed)}
            />
          </>
        }
      />
    </Page>
  );
}

type HeadProps = ComponentProps<typeof HeadActions>;

function OrderHead(props: HeadProps) {
  const { order, openPanel } = props;
  const { timeZone } = useShop();
  return (
    <PageHead
      title={order.orderId}
      back="/orders"
      neighbours={useListNeighbours()}
      statuses={
        <>
          {order.isTest ? <TestMark /> : null}
          <PaymentStatus payment={order.payment} amountDue={order.amountDue} pill />
          <FulfilmentStatus fulfilment={order.fulfilment} late={order.daysLate > 0} pill />
        </>
      }
      facts={
        <>
          {t("order.facts", {
            placed: fullTime(order.placedAt, timeZone),
            items: t("order.items", { count: order.itemCount }),
            total: money(order.total),
          })}
          <Presence
            kind="order"
            recordKey={order.orderId}
            mode={openPanel === null ? "viewing" : "editing"}
          />
        </>
      }
      actions={<HeadActions {...props} />}
    />
  );
}
