import { Button, Stack, TextInput, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { hasCode } from "../../api/errors";
import { useIdempotencyKey } from "../../api/idempotency";
import { t, tEnum } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ActionPanel } from "../../ui/ActionPanel";
import { ErrorNote } from "../../ui/ErrorPanel";
import type { IconName } from "../../ui/Icon";
import { Money } from "../../ui/Money";
import { undoToast } from "../../ui/toasts";
import { WhatWillHappen } from "../../ui/WhatWillHappen";
import { When } from "../../ui/When";
import { nameOf } from "./name";
import {
  type Customer,
  type CustomerRow,
  customersQuery,
  customerQuery,
  type MergePreview,
  mergePreviewQuery,
} from "./queries";
import styles from "./MergePanel.module.css";
import { undoMerge } from "./undoMerge";

function useMerge(customer: Customer, onMerged: () => void, onOutdated: () => void) {
  const client = useQueryClient();
  const { headers, renew, renewAfter } = useIdempotencyKey();
  return useMutation({
    mutationFn: (seen: MergePreview) =>
      unwrap(
        api.POST("/api/admin/v1/customers/{customerId}/merges", {
          params: { path: { customerId: customer.id }, header: headers },
          body: { sourceId: seen.sourceId, version: seen.version },
        }),
      ),
    onSuccess: ({ mergeId }) => {
      renew();
      const reload = () =>
        client.invalidateQueries({ queryKey: customerQuery(customer.id).queryKey });
      void reload();
      undoToast({
        text: t("customers.merged"),
        undo: async () => {
          await undoMerge(customer.id, mergeId);
          await reload();
        },
      });
      onMerged();
    },
    onError: (error) => {
      renewAfter(error);
      if (hasCode(error, "preview_outdated")) onOutdated();
    },
  });
}

/** Merges another account into this customer, with everything that moves shown first. */
export function MergePanel({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const online = useOnline();
  const [source, setSource] = useState<CustomerRow | null>(null);
  const preview = useQuery(mergePreviewQuery(customer.id, source?.id ?? null));
  const merge = useMerge(customer, onClose, () => void preview.refetch());
  const seen = source === null ? undefined : preview.data;
  return (
    <ActionPanel
      title={t("customers.merge")}
      opened
      onClose={onClose}
      footer={
        <>
          <ErrorNote error={merge.error} isWrite />
          <Button
            variant="filled"
            fullWidth
            disabled={!seen || preview.isFetching || !online}
            loading={merge.isPending}
            title={online ? undefined : t("frame.offlineWrites")}
            onClick={() => seen && merge.mutate(seen)}
          >
            {source
              ? t("customers.mergeInto", { source: rowName(source), target: nameOf(customer) })
              : t("customers.merge")}
          </Button>
          {source === null ? <p className="tiny quiet">{t("customers.mergeNeeds")}</p> : null}
        </>
      }
    >
      <Stack gap="md">
        <p>{t("customers.mergeExplained", { name: nameOf(customer) })}</p>
        <Chooser exclude={customer.id} chosen={source} onChoose={setSource} />
        {source ? (
          <WhatWillHappen
            pending={preview.isFetching}
            error={preview.error}
            figures={seen ? figuresOf(seen) : []}
            effects={seen ? effectsOf(seen) : []}
          />
        ) : null}
        {seen ? (
          <p className="small quiet">
            {t("customers.undoUntil")} <When at={seen.undoUntil} as="day" />
          </p>
        ) : null}
      </Stack>
    </ActionPanel>
  );
}

const rowName = (row: CustomerRow) =>
  row.name || row.email || row.phone || t("customers.numbered", { id: row.id });

interface ChooserProps {
  exclude: number;
  chosen: CustomerRow | null;
  onChoose: (row: CustomerRow | null) => void;
}

/** Finds the other account by name, email or phone. */
function Chooser({ exclude, chosen, onChoose }: ChooserProps) {
  const [text, setText] = useState("");
  const [q] = useDebouncedValue(text.trim(), 200);
  const query = useQuery({ ...customersQuery({ q }, null), enabled: q !== "" && chosen === null });
  const rows = (query.data?.items ?? []).filter((row) => row.id !== exclude).slice(0, 8);
  if (chosen) {
    return (
      <div className={styles.chosen}>
        <div>
          <div className="strong">{rowName(chosen)}</div>
          <div className="small quiet">{chosen.email ?? chosen.phone}</div>
        </div>
        <Button onClick={() => onChoose(null)}>{t("customers.chooseOther")}</Button>
      </div>
    );
  }
  return (
    <div>
      <TextInput
        label={t("customers.otherAccount")}
        placeholder={t("customers.searchHint")}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        data-autofocus
      />
      <div role="status" className="visually-hidden">
        {q === "" ? "" : t("customers.foundAccounts", { count: rows.length })}
      </div>
      {q === "" ? null : (
        <ul className={styles.found}>
          {rows.map((row) => (
            <li key={row.id}>
              <UnstyledButton onClick={() => onChoose(row)}>
                <span className="strong">{rowName(row)}</span>
                <span className="small quiet">
                  {row.email ?? row.phone} · {t("customers.orderCount", { count: row.orders })}
                </span>
              </UnstyledButton>
            </li>
          ))}
          {rows.length === 0 && !query.isFetching ? (
            <li className="quiet">{t("customers.nobodyFound")}</li>
          ) : null}
        </ul>
      )}
    </div>
  );
}

function figuresOf(seen: MergePreview) {
  const counts = [
    ["orders", seen.orders],
    ["addresses", seen.addresses],
    ["tickets", seen.tickets],
    ["reviews", seen.reviews],
    ["questions", seen.questions],
    ["wishlist", seen.wishlistItems],
  ] as const;
  return [
    ...counts
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => ({ label: tEnum("customers.moves", kind), value: count })),
    { label: t("customers.moves.wallet"), value: <Money value={seen.wallet} /> },
    { label: t("customers.balanceAfter"), value: <Money value={seen.walletAfter} />, total: true },
  ];
}

function effectsOf(seen: MergePreview): { icon: IconName; text: string }[] {
  const effects: { icon: IconName; text: string }[] = seen.contacts.map(({ contact, outcome }) => ({
    icon: "mail",
    text: t(outcome === "moves" ? "customers.contactMoves" : "customers.contactSignsIn", {
      contact,
    }),
  }));
  if (seen.fillsName) effects.push({ icon: "customer", text: t("customers.fillsName") });
  if (seen.addedTags.length > 0) {
    effects.push({
      icon: "tag",
      text: t("customers.addsTags", { tags: seen.addedTags.join(", ") }),
    });
  }
  if (seen.signInsEnded > 0) {
    effects.push({ icon: "key", text: t("customers.endsSignIns", { count: seen.signInsEnded }) });
  }
  for (const { kind, label } of seen.conflicts) {
    effects.push({ icon: "warn", text: conflictText(kind, label) });
  }
  return effects;
}

function conflictText(kind: MergePreview["conflicts"][number]["kind"], label: string): string {
  switch (kind) {
    case "review":
      return t("customers.conflictReview", { label });
    case "wishlist_item":
      return t("customers.conflictWishlist", { label });
    case "primary_address":
      return t("customers.conflictAddress", { label });
    case "newsletter":
      return t("customers.conflictNewsletter", { label });
    default:
      return t("customers.conflictName", { label });
  }
}
