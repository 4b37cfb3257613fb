import { useState } from "react";
import { errorMessage } from "@/api/errors";
import type { Address } from "@/api/types";
import { t } from "@/messages/t";
import { showToast, showErrorToast } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog/ConfirmDialog";
import { ErrorAlert, Alert } from "@/ui/Alert/Alert";
import { PageTitle } from "@/ui/PageTitle/PageTitle";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { addressSummary } from "./addressDraft";
import styles from "./Addresses.module.css";
import { AddressForm } from "./AddressForm";
import { AddressText } from "./AddressText";
import { useDeleteAddress, useSetPrimary } from "./changes";
import { useCustomer } from "./queries";

const MAX_ADDRESSES = 20;

/** The customer's addresses, the primary one first. */
export function Addresses() {
  const { data: customer, error, refetch } = useCustomer();
  const [open, setOpen] = useState<Address | "new" | null>(null);
  const addresses = customer?.addresses ?? [];
  const full = addresses.length >= MAX_ADDRESSES;
  const add = (
    <Button disabled={full} onClick={() => setOpen("new")}>
      {t("address.add")}
    </Button>
  );
  return (
    <>
      <PageTitle title={t("account.addresses")} action={addresses.length > 0 ? add : undefined} />
      {full && <p className={styles["full"]}>{t("address.full", { max: MAX_ADDRESSES })}</p>}
      {!customer ? (
        error ? (
          <ErrorAlert error={error} retry={() => void refetch()} />
        ) : (
          <AddressesSkeleton />
        )
      ) : addresses.length === 0 ? (
        <Alert icon="pin" title={t("address.emptyTitle")} text={t("address.emptyText")}>
          {add}
        </Alert>
      ) : (
        <ul className={styles["list"]}>
          {addresses.map((address) => (
            <AddressCard key={address.id} address={address} onEdit={() => setOpen(address)} />
          ))}
        </ul>
      )}
      {open !== null && (
        <AddressForm
          address={open === "new" ? null : open}
          onClose={() => setOpen(null)}
          onSaved={() => {
            setOpen(null);
            showToast(t("address.saved"));
          }}
        />
      )}
    </>
  );
}

function AddressCard({ address, onEdit }: { address: Address; onEdit: () => void }) {
  const [confirming, setConfirming] = useState(false);
  const remove = useDeleteAddress();
  const setPrimary = useSetPrimary();
  const summary = { address: addressSummary(address) };
  const makePrimary = () => {
    if (setPrimary.isPending) return;
    setPrimary.mutate(address.id, {
      onSuccess: () => showToast(t("address.primarySet")),
      onError: (error) => showErrorToast(errorMessage(error)),
    });
  };
  return (
    <li className={styles["card"]}>
      <div className={styles["head"]}>
        {/* Without a name of its own, it begins with the recipient. */}
        {address.name !== null && <b>{address.name}</b>}
        {address.isPrimary && <span className={styles["badge"]}>{t("address.primary")}</span>}
      </div>
      <AddressText address={address} />
      <div className={styles["actions"]}>
        <button type="button" aria-label={t("address.editOf", summary)} onClick={onEdit}>
          {t("address.edit")}
        </button>
        {!address.isPrimary && (
          <button
            type="button"
            aria-label={t("address.setPrimaryOf", summary)}
            aria-disabled={setPrimary.isPending || undefined}
            onClick={makePrimary}
          >
            {t("address.setPrimary")}
          </button>
        )}
        <button
          type="button"
          aria-label={t("address.deleteOf", summary)}
          onClick={() => setConfirming(true)}
        >
          {t("address.delete")}
        </button>
      </div>
      {confirming && (
        <ConfirmDialog
          title={t("address.deleteTitle")}
          text={t("address.deleteText")}
          confirmLabel={t("address.delete")}
          cancelLabel={t("form.keep")}
          busy={remove.isPending}
          error={remove.error ? errorMessage(remove.error) : undefined}
          onClose={() => setConfirming(false)}
          onConfirm={() =>
            remove.mutate(address.id, { onSuccess: () => showToast(t("address.deleted")) })
          }
        />
      )}
    </li>
  );
}

function AddressesSkeleton() {
  return (
    <div className={styles["list"]} aria-busy="true">
      <Skeleton height="216px" />
      <Skeleton height="216px" />
    </div>
  );
}
