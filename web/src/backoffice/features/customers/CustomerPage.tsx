import { Button, Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { Empty } from "../../ui/Empty";
import { Icon } from "../../ui/Icon";
import { useListNeighbours } from "../../ui/listTrail";
import { Money } from "../../ui/Money";
import { LoadingHead } from "../../ui/LoadingHead";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { usePanelAddress } from "../../ui/panelAddress";
import { DetailColumns } from "../../ui/Panel";
import { Presence } from "../../ui/Presence";
import { AddressesPanel, ContactPanel, FiguresPanel } from "./AsidePanels";
import { EditPanel } from "./EditPanel";
import { ErasePanel } from "./ErasePanel";
import { MergedPanel } from "./MergedPanel";
import { MergePanel } from "./MergePanel";
import { NotesPanel } from "./NotesPanel";
import { EarlierOrdersPanel } from "./EarlierOrdersPanel";
import { OrdersPanel } from "./OrdersPanel";
import { GiftCardsPanel, ReviewsPanel, SignInsPanel, TicketsPanel } from "./RecordPanels";
import { nameOf } from "./name";
import { PersonalDataItem } from "./PersonalDataItem";
import { type Customer, customerQuery } from "./queries";
import { Tags } from "./Tags";
import { WalletActionPanel } from "./WalletActionPanel";
import { WalletPanel } from "./WalletPanel";

/** The panels, with what they need: their address shows nothing to others. */
const PANELS = {
  edit: "customers.edit",
  wallet: "wallet.adjust",
  merge: "customers.merge",
  erase: "customers.erase",
} as const;
type PanelId = keyof typeof PANELS;
const PANEL_IDS = Object.keys(PANELS) as PanelId[];

/** The open panel, kept in the address. */
function usePanel(): [PanelId | null, (panel: PanelId | null) => void] {
  const [value, open] = usePanelAddress();
  const { can } = useOperator();
  const opened = PANEL_IDS.find((id) => id === value && can(PANELS[id]));
  return [opened ?? null, open];
}

/** A customer: orders, tickets, wallet and notes on the left, contact and figures on the right. */
export default function CustomerPage() {
  const id = Number(useParams()["id"]);
  const query = useQuery(customerQuery(id));
  return (
    <Page>
      {query.data ? (
        // Another customer is another page: no draft of a panel moves to it.
        <Loaded key={id} customer={query.data} />
      ) : (
        <LoadingHead title={t("customers.title")} back="/customers" query={query} />
      )}
    </Page>
  );
}

function Loaded({ customer }: { customer: Customer }) {
  const operator = useOperator();
  const [panel, openPanel] = usePanel();
  const neighbours = useListNeighbours();
  const close = () => openPanel(null);
  if (customer.mergedInto !== null) return <MergedAway customer={customer} />;
  const { figures } = customer;
  return (
    <>
      <PageHead
        title={nameOf(customer)}
        back="/customers"
        statuses={<Tags tags={customer.tags} />}
        facts={
          <>
            {t("customers.numbered", { id: customer.id })} ·{" "}
            {t("customers.orderCount", { count: figures.orders })} · <Money value={figures.spent} />{" "}
            {t("customers.spentFact")}
            <Presence
              kind="customer"
              recordKey={String(customer.id)}
              mode={panel === null ? "viewing" : "editing"}
            />
          </>
        }
        neighbours={neighbours}
        actions={<Actions customer={customer} onPanel={openPanel} />}
      />
      <DetailColumns
        panelOpen={panel !== null}
        main={
          <>
            {operator.can("orders.read") ? <OrdersPanel customerId={customer.id} /> : null}
            {operator.can("orders.read") ? <EarlierOrdersPanel customerId={customer.id} /> : null}
            <WalletPanel customerId={customer.id} />
            {operator.can("support.read") ? <TicketsPanel customerId={customer.id} /> : null}
            <ReviewsPanel customerId={customer.id} />
            <GiftCardsPanel customerId={customer.id} />
            <NotesPanel customerId={customer.id} />
          </>
        }
        aside={
          <>
            <OpenPanel customer={customer} panel={panel} onClose={close} />
            <ContactPanel customer={customer} />
            <FiguresPanel customer={customer} />
            <AddressesPanel customer={customer} />
            <SignInsPanel customerId={customer.id} />
            <MergedPanel customer={customer} />
          </>
        }
      />
    </>
  );
}

/** An account that ended, with a link to the one that it was merged into. */
function MergedAway({ customer }: { customer: Customer }) {
  return (
    <>
      <PageHead title={nameOf(customer)} back="/customers" />
      <Empty
        text={t("customers.wasMerged")}
        action={
          <Button component={Link} to={`/customers/${String(customer.mergedInto)}`}>
            {t("customers.openMerged")}
          </Button>
        }
      />
    </>
  );
}

interface OpenPanelProps {
  customer: Customer;
  panel: PanelId | null;
  onClose: () => void;
}

function OpenPanel({ panel, ...props }: OpenPanelProps) {
  switch (panel) {
    case "edit":
      return <EditPanel {...props} />;
    case "wallet":
      return <WalletActionPanel {...props} />;
    case "merge":
      return <MergePanel {...props} />;
    case "erase":
      return <ErasePanel {...props} />;
    default:
      return null;
  }
}

interface ActionsProps {
  customer: Customer;
  onPanel: (panel: PanelId) => void;
}

function Actions({ customer, onPanel }: ActionsProps) {
  const operator = useOperator();
  const { can } = operator;
  const hasMenu = can("customers.merge") || can("customers.export") || can("customers.erase");
  return (
    <>
      {can("wallet.adjust") ? (
        <Button onClick={() => onPanel("wallet")}>{t("customers.changeWallet")}</Button>
      ) : null}
      {can("customers.edit") ? (
        <Button onClick={() => onPanel("edit")}>{t("customers.edit")}</Button>
      ) : null}
      {hasMenu ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button aria-label={t("customers.more")} px="xs">
              <Icon name="dots" small />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {can("customers.merge") ? (
              <Menu.Item onClick={() => onPanel("merge")}>{t("customers.merge")}</Menu.Item>
            ) : null}
            {can("customers.export") ? <PersonalDataItem customer={customer} /> : null}
            {can("customers.erase") ? (
              <Menu.Item color="bad" onClick={() => onPanel("erase")}>
                {t("customers.erase")}
              </Menu.Item>
            ) : null}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </>
  );
}
