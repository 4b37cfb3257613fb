import { Button, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { t, tEnum } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ActionPanel } from "../../ui/ActionPanel";
import { ErrorNote, ErrorPanel } from "../../ui/ErrorPanel";
import { Money } from "../../ui/Money";
import { Facts } from "../../ui/Panel";
import { SkeletonText } from "../../ui/Skeletons";
import { toast } from "../../ui/toasts";
import { nameOf } from "./name";
import { type Customer, type ErasurePreview, erasureQuery } from "./queries";
import styles from "./records.module.css";

const DELETED = [
  "addresses",
  "signIns",
  "tickets",
  "wishlistItems",
  "unpublishedReviews",
  "mergedAccounts",
] as const;
const RETAINED = [
  "retainedOrders",
  "retainedInvoices",
  "retainedReviews",
  "unsentGiftCards",
] as const;

function useErase(customer: Customer) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/customers/{customerId}/erasure", {
          params: { path: { customerId: customer.id } },
          body: { customerId: customer.id },
        }),
      ),
    onSuccess: () => {
      toast(t("customers.erased"));
      client.removeQueries({ queryKey: ["customer", customer.id] });
      void client.invalidateQueries({ queryKey: ["customers"] });
      void navigate("/customers", { replace: true });
    },
  });
}

/** Erases a customer, which cannot be undone: says in figures what goes and what must stay. */
export function ErasePanel({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const online = useOnline();
  const preview = useQuery(erasureQuery(customer.id));
  const [typed, setTyped] = useState("");
  const erase = useErase(customer);
  const isConfirmed = typed.trim() === String(customer.id);
  return (
    <ActionPanel
      title={t("customers.erase")}
      opened
      onClose={onClose}
      footer={
        <>
          <ErrorNote error={erase.error} isWrite />
          <Button
            variant="filled"
            color="bad"
            fullWidth
            disabled={!isConfirmed || !preview.data || !online}
            loading={erase.isPending}
            title={online ? undefined : t("frame.offlineWrites")}
            onClick={() => erase.mutate()}
          >
            {t("customers.eraseNow", { name: nameOf(customer) })}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <p className="bad strong">{t("customers.cannotBeUndone")}</p>
        {preview.error ? (
          <ErrorPanel plain error={preview.error} onRetry={() => void preview.refetch()} />
        ) : preview.data ? (
          <Outcome preview={preview.data} />
        ) : (
          <SkeletonText lines={6} />
        )}
        <TextInput
          label={t("customers.typeNumber", { id: customer.id })}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          inputMode="numeric"
          maw={200}
        />
      </Stack>
    </ActionPanel>
  );
}

function Outcome({ preview }: { preview: ErasurePreview }) {
  return (
    <>
      <section>
        <h3 className={styles.heading}>{t("customers.willGo")}</h3>
        <Facts
          facts={[
            ...DELETED.map((name) => ({
              label: tEnum("customers.erasure", name),
              value: preview[name],
            })),
            {
              label: t("customers.erasure.wallet"),
              value: <Money value={preview.walletBalance} />,
              strong: preview.walletBalance.amount > 0,
            },
          ]}
        />
      </section>
      <section>
        <h3 className={styles.heading}>{t("customers.willStay")}</h3>
        <Facts
          facts={RETAINED.map((name) => ({
            label: tEnum("customers.erasure", name),
            value: preview[name],
          }))}
        />
        {preview.openOrders > 0 ? (
          <p className={styles.warning}>
            {t("customers.openOrders", { count: preview.openOrders })}
          </p>
        ) : null}
      </section>
    </>
  );
}
