import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { useListNeighbours } from "../../ui/listTrail";
import { LoadingHead } from "../../ui/LoadingHead";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DetailColumns } from "../../ui/Panel";
import { usePanelAddress } from "../../ui/panelAddress";
import { ChangePanel } from "./ChangePanel";
import { History } from "./History";
import { LowLevelPanel } from "./LowLevelPanel";
import { MovePanel } from "./MovePanel";
import { codesOf, itemName } from "./names";
import { locationsQuery, skuQuery, type StockDetails } from "./queries";
import { LevelStatus } from "./statuses";
import { HeldPanel, IncomingPanel, InTransitPanel, UnitsPanel } from "./UnitsPanel";

/** An item with its units, the orders that hold some, and every change of them. */
export default function SkuPage() {
  const id = Number(useParams()["id"]);
  const query = useQuery(skuQuery(id));
  return (
    <Page>
      {query.data ? (
        <Loaded key={id} details={query.data} />
      ) : (
        <LoadingHead title={t("stock.item")} back="/stock" query={query} />
      )}
    </Page>
  );
}

function Loaded({ details }: { details: StockDetails }) {
  const { item } = details;
  const neighbours = useListNeighbours();
  const canEdit = useOperator().can("stock.edit");
  const [panel, setPanel] = usePanelAddress();
  const locations = useQuery(locationsQuery).data?.items.filter(({ active }) => active) ?? [];
  const close = () => setPanel(null);
  // The panels choose a location when they open.
  const isOpen =
    canEdit && item.tracked && locations.length > 0 && (panel === "change" || panel === "move");
  return (
    <>
      <PageHead
        title={itemName(item)}
        back="/stock"
        neighbours={neighbours}
        statuses={<LevelStatus item={item} withLevel />}
        facts={codesOf(item)}
        actions={
          canEdit && item.tracked ? (
            <>
              {locations.length > 1 ? (
                <Button onClick={() => setPanel("move")}>{t("stock.move")}</Button>
              ) : null}
              <Button variant="filled" onClick={() => setPanel("change")}>
                {t("stock.change")}
              </Button>
            </>
          ) : null
        }
      />
      <DetailColumns
        panelOpen={isOpen}
        main={
          <>
            <UnitsPanel details={details} />
            <History skuId={item.skuId} />
          </>
        }
        aside={
          <>
            {isOpen && panel === "change" ? (
              <ChangePanel item={item} locations={locations} onClose={close} />
            ) : null}
            {isOpen && panel === "move" ? (
              <MovePanel item={item} locations={locations} onClose={close} />
            ) : null}
            <HeldPanel details={details} />
            <IncomingPanel details={details} />
            <InTransitPanel details={details} />
            <LowLevelPanel details={details} canEdit={canEdit} />
          </>
        }
      />
    </>
  );
}
