import { Autocomplete, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";

export interface Tracking {
  carrier: string;
  trackingNumber: string;
  trackingUrl: string;
  /** `2026-11-28`; empty: as the delivery method says. */
  arrivesBy: string;
}

interface Props {
  draft: Tracking;
  change: (changed: Partial<Tracking>) => void;
  errors: Readonly<Record<string, string>>;
  /** The current link. */
  link?: string;
}

/** Names of carriers whose tracking links are known. */
function useCarriers(): string[] {
  const { data } = useQuery({
    queryKey: ["carriers"],
    queryFn: () => unwrap(api.GET("/api/admin/v1/carriers")),
    staleTime: 10 * 60_000,
  });
  return data?.map(({ name }) => name) ?? [];
}

/** Who carries a parcel, and how it can be followed. */
export function ParcelFields({ draft, change, errors, link = "" }: Props) {
  const carriers = useCarriers();
  return (
    <>
      <Autocomplete
        label={t("order.carrier")}
        data={carriers}
        maxLength={60}
        value={draft.carrier}
        error={errors["carrier"]}
        onChange={(carrier) => change({ carrier })}
      />
      <TextInput
        label={t("order.trackingNumber")}
        maxLength={64}
        autoComplete="off"
        value={draft.trackingNumber}
        error={errors["trackingNumber"]}
        onChange={({ currentTarget }) => change({ trackingNumber: currentTarget.value })}
      />
      <TextInput
        type="url"
        label={t("order.trackingUrl")}
        description={t("order.trackingUrlHelp")}
        placeholder={link}
        value={draft.trackingUrl}
        error={errors["trackingUrl"]}
        onChange={({ currentTarget }) => change({ trackingUrl: currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t("order.arrivesBy")}
        description={t("order.arrivesByHelp")}
        value={draft.arrivesBy}
        error={errors["arrivesBy"]}
        onChange={({ currentTarget }) => change({ arrivesBy: currentTarget.value })}
      />
    </>
  );
}
