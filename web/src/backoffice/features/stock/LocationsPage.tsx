import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { number } from "@/format/number";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { useOnline } from "../../session/online";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { Facts, Panel } from "../../ui/Panel";
import { usePanelAddress } from "../../ui/panelAddress";
import { SkeletonPage } from "../../ui/Skeletons";
import { Status } from "../../ui/Status";
import { toastError, undoToast } from "../../ui/toasts";
import { LocationPanel } from "./LocationPanel";
import { type Location, locationsQuery } from "./queries";
import styles from "./stock.module.css";

/** Where the units are. */
export default function LocationsPage() {
  const query = useQuery(locationsQuery);
  const canEdit = useOperator().can("stock.edit");
  const [panel, setPanel] = usePanelAddress();
  const locations = query.data?.items ?? [];
  const edited = locations.find(({ id }) => String(id) === panel);
  const isOpen = canEdit && (panel === "new" || edited !== undefined);
  return (
    <Page>
      <PageHead
        title={t("stock.locations")}
        facts={t("stock.locationsIntro")}
        actions={
          canEdit ? (
            <Button variant="filled" onClick={() => setPanel("new")}>
              {t("stock.addLocation")}
            </Button>
          ) : null
        }
      />
      {query.error ? <ErrorPanel error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <SkeletonPage /> : null}
      <div className={styles.places}>
        {locations.map((location) => (
          <Place
            key={location.id}
            location={location}
            canEdit={canEdit}
            onEdit={() => setPanel(String(location.id))}
          />
        ))}
      </div>
      {isOpen ? (
        <LocationPanel key={panel} location={edited ?? null} onClose={() => setPanel(null)} />
      ) : null}
    </Page>
  );
}

interface PlaceProps {
  location: Location;
  canEdit: boolean;
  onEdit: () => void;
}

function Place({ location, canEdit, onEdit }: PlaceProps) {
  const { name, address, units, skus, priority, isDefault, active } = location;
  return (
    <Panel
      title={name}
      actions={canEdit ? <PlaceActions location={location} onEdit={onEdit} /> : null}
    >
      {isDefault ? (
        <Status shape="full" tone="info" text={t("stock.isDefault")} />
      ) : active ? null : (
        <Status shape="stopped" tone="quiet" text={t("stock.removed")} />
      )}
      {address ? <p className="quiet small">{address}</p> : null}
      <Facts
        facts={[
          {
            label: t("stock.onHand"),
            value: t("stock.unitsOfItems", { units: number(units), count: skus }),
          },
          { label: t("stock.priority"), value: priority },
        ]}
      />
    </Panel>
  );
}

const PATH = "/api/admin/v1/stock/locations/{locationId}";

function PlaceActions({ location, onEdit }: { location: Location; onEdit: () => void }) {
  const client = useQueryClient();
  const online = useOnline();
  const params = { path: { locationId: location.id } };
  const refresh = () => client.invalidateQueries({ queryKey: ["stock"] });
  const restore = async () => {
    await unwrap(api.POST(`${PATH}/restore`, { params }));
    await refresh();
  };
  const back = useMutation({ mutationFn: restore, onError: toastError });
  const remove = useMutation({
    mutationFn: () => unwrap(api.DELETE(PATH, { params })),
    onSuccess: () => {
      undoToast({ text: t("stock.locationRemoved", { name: location.name }), undo: restore });
      return refresh();
    },
    onError: toastError,
  });
  if (!location.active) {
    return (
      <Button onClick={() => back.mutate()} loading={back.isPending} disabled={!online}>
        {t("stock.restore")}
      </Button>
    );
  }
  const why = location.isDefault
    ? t("stock.defaultStays")
    : location.units > 0
      ? t("stock.unitsStay")
      : undefined;
  return (
    <Button.Group>
      <Button onClick={onEdit}>{t("stock.edit")}</Button>
      <Button
        onClick={() => remove.mutate()}
        loading={remove.isPending}
        disabled={why !== undefined || !online}
        title={why}
      >
        {t("stock.removeLocation")}
      </Button>
    </Button.Group>
  );
}
