import { useState } from "react";
import { sentenceOf } from "@/api/errors";
import type { Address } from "@/api/types";
import { t } from "@/messages/t";
import { tell, tellFailure } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { Confirm } from "@/ui/Confirm/Confirm";
import { FailureNotice, Notice } from "@/ui/Notice/Notice";
import { PageTitle } from "@/ui/PageTitle/PageTitle";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { inOneLine } from "./addressDraft";
import styles from "./Addresses.module.css";
import { AddressForm } from "./AddressForm";
import { AddressText } from "./AddressText";
import { useDeleteAddress, useSetPrimary } from "./changes";
import { useCustomer } from "./queries";

const MOST = 20;

/** The customer's addresses, the primary one first. */
export function Addresses() {
  const { data: customer, error, refetch } = useCustomer();
  const [open, setOpen] = useState<Address | "new" | null>(null);
  const addresses = customer?.addresses ?? [];
  const full = addresses.length >= MOST;
  const add = (
    <Button disabled={full} onClick={() => setOpen("new")}>
      {t("address.add")}
    </Button>
  );
  return (
    <>
      <PageTitle title={t("account.addresses")} action={addresses.length > 0 ? add : undefined} />
      {full && <p className={styles["full"]}>{t("address.full", { max: MOST })}</p>}
      {!customer ? (
        error ? (
          <FailureNotice error={error} retry={() => void refetch()} />
        ) : (
          <AddressesSkeleton />
        )
      ) : addresses.length === 0 ? (
        <Notice icon="pin" title={t("address.emptyTitle")} text={t("address.emptyText")}>
          {add}
        </Notice>
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
            tell(t("address.saved"));
          }}
        />
      )}
    </>
  );
}

function AddressCard({ address, onEdit }: { address: Address; onEdit: () => void }) {
  const [asking, setAsking] = useState(false);
  const remove = useDeleteAddress();
  const setPrimary = useSetPrimary();
  const inWords = { address: inOneLine(address) };
  return (
    <li className={styles["card"]}>
      <div className={styles["head"]}>
        <b>{address.name ?? `${address.firstName} ${address.lastName}`}</b>
        {address.isPrimary && <span className={styles["badge"]}>{t("address.primary")}</span>}
      </div>
      <AddressText address={address} />
      <div className={styles["ways"]}>
        <button type="button" aria-label={t("address.editOf", inWords)} onClick={onEdit}>
          {t("address.edit")}
        </button>
        {!address.isPrimary && (
          <button
            type="button"
            disabled={setPrimary.isPending}
            onClick={() =>
              setPrimary.mutate(address.id, {
                onSuccess: () => tell(t("address.primarySet")),
                onError: (error) => tellFailure(sentenceOf(error)),
              })
            }
          >
            {t("address.setPrimary")}
          </button>
        )}
        <button
          type="button"
          aria-label={t("address.deleteOf", inWords)}
          onClick={() => setAsking(true)}
        >
          {t("address.delete")}
        </button>
      </div>
      {asking && (
        <Confirm
          title={t("address.deleteTitle")}
          text={t("address.deleteText")}
          action={t("address.delete")}
          keep={t("form.keep")}
          busy={remove.isPending}
          error={remove.error ? sentenceOf(remove.error) : undefined}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            remove.mutate(address.id, { onSuccess: () => tell(t("address.deleted")) })
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
