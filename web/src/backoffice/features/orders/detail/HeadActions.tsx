import { Button, Menu } from "@mantine/core";
import { useId } from "react";
import { type PlainKey, t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { useOperator, useShop } from "../../../session/session";
import { Icon } from "../../../ui/Icon";
import { money } from "../../../ui/Money";
import { fullTime } from "../../../ui/time";
import { type OrderPanel, PANELS } from "../panels/registry";
import { type Order, unitsToShip } from "./order";
import type { useOrderActions } from "./useOrderActions";

interface Props {
  order: Order;
  actions: ReturnType<typeof useOrderActions>;
  openPanel: string | null;
  onPanel: (panel: string, subject?: string) => void;
}

interface Next {
  label: string;
  run: () => void;
  /** The panel that it opens: while it is open, its own button is the primary one. */
  panel?: string;
}

/** The usual next step of an order; null if there is none, or the operator may not take it. */
function nextStep({ order, actions, onPanel }: Props): Next | null {
  const count = unitsToShip(order);
  switch (order.actions[0]) {
    case "confirm":
      return {
        label: t("order.confirm"),
        run: () => actions.step.mutate({ to: "processing", from: order.status }),
      };
    case "pack":
      return {
        label: t("order.pack", { count }),
        run: () => actions.step.mutate({ to: "prepared", from: order.status }),
      };
    case "ship":
      return { label: t("order.ship", { count }), run: () => onPanel("ship"), panel: "ship" };
    case "send_out":
    case "deliver":
      return { label: t("order.deliver"), run: () => onPanel("deliver"), panel: "deliver" };
    default:
      return null;
  }
}

/** Why the order cannot be packed or shipped yet; null if it can, or that is not the next step. */
function waitsFor(order: Order): string | null {
  const { amountDue, fulfilment } = order;
  if (amountDue.amount === 0 || fulfilment !== "to_pack") return null;
  return t("order.packWaits", { amount: money(amountDue) });
}

/** Buttons of the page: those of panels, the next step, and the rest in a menu. */
export function HeadActions(props: Props) {
  const { order, actions, openPanel, onPanel } = props;
  const operator = useOperator();
  const online = useOnline();
  const canFulfil = operator.can("orders.fulfil");
  const offered = PANELS.filter(
    ({ label, permission, isAvailable }) =>
      label !== undefined && operator.can(permission) && isAvailable(order),
  );
  const next = canFulfil ? nextStep(props) : null;
  const waits = canFulfil ? waitsFor(order) : null;
  const isPrimary = openPanel === null;
  return (
    <>
      {offered
        .filter(({ place }) => place !== "menu")
        .slice(0, 2)
        .map((panel) => (
          <PanelButton key={panel.id} panel={panel} openPanel={openPanel} onPanel={onPanel} />
        ))}
      {next ? (
        <Button
          variant={isPrimary ? "filled" : "default"}
          onClick={next.run}
          loading={actions.step.isPending}
          disabled={!online}
          aria-pressed={next.panel === undefined ? undefined : next.panel === openPanel}
          title={online ? undefined : t("frame.offlineWrites")}
        >
          {next.label}
        </Button>
      ) : null}
      {waits === null ? null : <WaitingPack order={order} reason={waits} />}
      <MoreMenu
        {...props}
        panels={[
          ...offered.filter(({ place }) => place === "menu"),
          ...offered.filter(({ place }) => place !== "menu").slice(2),
        ]}
      />
    </>
  );
}

/** Pack, with the reason why it cannot be pressed. A disabled button could not be read by keyboard. */
function WaitingPack({ order, reason }: { order: Order; reason: string }) {
  const id = useId();
  return (
    <>
      <Button aria-disabled data-disabled aria-describedby={id} title={reason}>
        {t("order.pack", { count: unitsToShip(order) })}
      </Button>
      <span id={id} className="quiet small" style={{ alignSelf: "center" }}>
        {reason}
      </span>
    </>
  );
}

interface PanelButtonProps {
  panel: OrderPanel;
  openPanel: string | null;
  onPanel: (panel: string) => void;
}

function PanelButton({ panel, openPanel, onPanel }: PanelButtonProps) {
  return (
    <Button onClick={() => onPanel(panel.id)} aria-pressed={openPanel === panel.id}>
      {t(panel.label as PlainKey)}
    </Button>
  );
}

function MoreMenu(props: Props & { panels: readonly OrderPanel[] }) {
  const { order, onPanel, panels } = props;
  const canFulfil = useOperator().can("orders.fulfil");
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button aria-label={t("order.more")} px={8}>
          <Icon name="dots" small />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {panels.map((panel) => (
          <Menu.Item key={panel.id} onClick={() => onPanel(panel.id)}>
            {t(panel.label as PlainKey)}
          </Menu.Item>
        ))}
        {canFulfil ? <StepItems {...props} /> : null}
        <PrintItems order={order} />
        <Menu.Divider />
        <Menu.Item component="a" href={order.storefrontUrl} target="_blank" rel="noopener">
          {t("order.openStorefront")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Steps besides the usual next one, and the way back. */
function StepItems({ order, actions, onPanel }: Props) {
  const { timeZone } = useShop();
  const disabled = !useOnline();
  const [first] = order.actions;
  const can = (action: Order["actions"][number]) =>
    order.actions.includes(action) && first !== action;
  const count = unitsToShip(order);
  const back = order.takeBack;
  const step = (to: "prepared" | "out_for_delivery") => () =>
    actions.step.mutate({ to, from: order.status });
  return (
    <>
      {can("pack") ? (
        <Menu.Item disabled={disabled} onClick={step("prepared")}>
          {t("order.pack", { count })}
        </Menu.Item>
      ) : null}
      {can("ship") ? (
        <Menu.Item onClick={() => onPanel("ship")}>{t("order.ship", { count })}</Menu.Item>
      ) : null}
      {order.actions.includes("send_out") ? (
        <Menu.Item disabled={disabled} onClick={step("out_for_delivery")}>
          {t("order.sendOut")}
        </Menu.Item>
      ) : null}
      {can("deliver") && first === "ship" ? (
        <Menu.Item onClick={() => onPanel("deliver")}>{t("order.deliver")}</Menu.Item>
      ) : null}
      {back ? (
        <Menu.Item
          disabled={disabled}
          onClick={() => actions.back.mutate({ from: back.fromStatus, to: back.toStatus })}
        >
          {t("order.takeBack", { status: back.label })}
          {back.emailSentAt === null ? null : (
            <div className="quiet tiny">
              {t("order.takeBackMailed", { time: fullTime(back.emailSentAt, timeZone) })}
            </div>
          )}
        </Menu.Item>
      ) : null}
    </>
  );
}

function PrintItems({ order }: { order: Order }) {
  const print = "/api/admin/v1/order-documents";
  const own = `/api/admin/v1/orders/${order.orderId}/documents`;
  const labels = `${print}/labels?orders=${order.orderId}`;
  return (
    <>
      <Menu.Label>{t("order.documents")}</Menu.Label>
      <Doc href={`${print}/packing-slips?orders=${order.orderId}`} text={t("order.packingSlip")} />
      <Doc href={`${print}/pick-list?orders=${order.orderId}`} text={t("order.pickList")} />
      {order.address ? (
        <>
          <Doc href={labels} text={t("order.labelA4")} />
          <Doc href={`${labels}&format=4x6`} text={t("order.labelSmall")} />
        </>
      ) : null}
      {order.documents.map(({ number, kind }) => (
        <Doc
          key={number}
          href={`${own}/${number}`}
          text={
            kind === "invoice" ? t("order.invoice", { number }) : t("order.creditNote", { number })
          }
        />
      ))}
    </>
  );
}

function Doc({ href, text }: { href: string; text: string }) {
  return (
    <Menu.Item component="a" href={href} target="_blank" rel="noopener">
      {text}
    </Menu.Item>
  );
}
