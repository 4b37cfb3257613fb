import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import { useOperator } from "../../../session/session";
import type { Order } from "../detail/order";

const BY_PRIORITY = "";

interface Props {
  order: Order;
  draft: { locationId: number | null };
  change: (changed: { locationId: number | null }) => void;
}

/**
 * Where the units leave, if there are several locations. They leave with the order's first parcel, so
 * later ones have nothing to choose.
 */
export function ShipFrom({ order, draft, change }: Props) {
  const canRead = useOperator().can("stock.read");
  const isFirst = order.parcels.length === 0;
  const query = useQuery({
    queryKey: ["stock", "locations"],
    queryFn: () => unwrap(api.GET("/api/admin/v1/stock/locations")),
    enabled: canRead && isFirst,
  });
  const locations = query.data?.items.filter(({ active }) => active) ?? [];
  if (!isFirst || locations.length < 2) return null;
  return (
    <Select
      label={t("order.shipFrom")}
      description={t("order.shipFromHelp")}
      data={[
        { value: BY_PRIORITY, label: t("order.shipByPriority") },
        ...locations.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={draft.locationId === null ? BY_PRIORITY : String(draft.locationId)}
      allowDeselect={false}
      onChange={(value) => change({ locationId: value ? Number(value) : null })}
    />
  );
}
