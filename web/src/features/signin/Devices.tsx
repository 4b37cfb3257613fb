import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "@/api/errors";
import type { Device } from "@/api/types";
import { date } from "@/format/date";
import { t } from "@/messages/t";
import { showToast, showErrorToast } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog/ConfirmDialog";
import { ErrorAlert } from "@/ui/Alert/Alert";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import styles from "./Devices.module.css";
import { signOutEverywhere, useDevices, useSignOutDevice } from "./devices";
import { signOut } from "./session";

/** The customer's devices, with sign-out on one of them or everywhere. */
export function Devices() {
  const { data: devices, error, refetch } = useDevices();
  const [isConfirming, setIsConfirming] = useState(false);
  const everywhere = useMutation({ mutationFn: signOutEverywhere, onSuccess: signOut });
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
        <ErrorAlert error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height="76px" />
      )}
      <Button variant="secondary" onClick={() => setIsConfirming(true)}>
        {t("devices.everywhere")}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={t("devices.everywhereTitle")}
          text={t("devices.everywhereText")}
          confirmLabel={t("devices.everywhere")}
          cancelLabel={t("devices.stay")}
          busy={everywhere.isPending}
          error={everywhere.error ? errorMessage(everywhere.error) : undefined}
          onClose={() => setIsConfirming(false)}
          onConfirm={() => everywhere.mutate()}
        />
      )}
    </section>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const end = useSignOutDevice();
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
              onSuccess: () => showToast(t("devices.ended")),
              onError: (error) => showErrorToast(errorMessage(error)),
            })
          }
        >
          {t("devices.end")}
        </button>
      )}
    </li>
  );
}
