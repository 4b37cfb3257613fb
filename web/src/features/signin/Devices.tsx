import "@/messages/later/privacy";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { sentenceOf } from "@/api/errors";
import type { Device } from "@/api/types";
import { date } from "@/format/date";
import "@/messages/later/privacy";
import { t } from "@/messages/t";
import { tell, tellFailure } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { Confirm } from "@/ui/Confirm/Confirm";
import { FailureNotice } from "@/ui/Notice/Notice";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import styles from "./Devices.module.css";
import { endEverywhere, useDevices, useEndDevice } from "./devices";
import { signOut } from "./session";

/** Where the customer is signed in, and the end of that, here or everywhere. */
export function Devices() {
  const { data: devices, error, refetch } = useDevices();
  const [asking, setAsking] = useState(false);
  const everywhere = useMutation({ mutationFn: endEverywhere, onSuccess: signOut });
  return (
    <section className={styles["devices"]} aria-labelledby="devices">
      <h2 id="devices">{t("devices.title")}</h2>
      {devices ? (
        <ul aria-labelledby="devices">
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </ul>
      ) : error ? (
        <FailureNotice error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height="76px" />
      )}
      <Button look="plain" onClick={() => setAsking(true)}>
        {t("devices.everywhere")}
      </Button>
      {asking && (
        <Confirm
          title={t("devices.everywhereTitle")}
          text={t("devices.everywhereText")}
          action={t("devices.everywhere")}
          keep={t("devices.stay")}
          busy={everywhere.isPending}
          error={everywhere.error ? sentenceOf(everywhere.error) : undefined}
          onClose={() => setAsking(false)}
          onConfirm={() => everywhere.mutate()}
        />
      )}
    </section>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const end = useEndDevice();
  const { name, signedInAt, lastUsedAt, isCurrent } = device;
  return (
    <li className={styles["row"]}>
      <div>
        <b>{name}</b>
        {isCurrent && <span className={styles["here"]}>{t("devices.here")}</span>}
        <p>{t("devices.used", { since: date(signedInAt), used: date(lastUsedAt) })}</p>
      </div>
      {!isCurrent && (
        <button
          type="button"
          disabled={end.isPending}
          aria-label={t("devices.endOf", { device: name })}
          onClick={() =>
            end.mutate(device.id, {
              onSuccess: () => tell(t("devices.ended")),
              onError: (error) => tellFailure(sentenceOf(error)),
            })
          }
        >
          {t("devices.end")}
        </button>
      )}
    </li>
  );
}
