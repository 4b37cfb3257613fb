import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { t, tEnum } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Money } from "../../ui/Money";
import { Panel } from "../../ui/Panel";
import { toast } from "../../ui/toasts";
import { WhatWillHappen } from "../../ui/WhatWillHappen";
import { When } from "../../ui/When";
import { type Customer, customerQuery, type UndoPreview } from "./queries";
import { undoMerge } from "./undoMerge";

type Merged = Customer["mergedAccounts"][number];

/** Accounts that were merged into this one, and Undo within 30 days. */
export function MergedPanel({ customer }: { customer: Customer }) {
  if (customer.mergedAccounts.length === 0) return null;
  return (
    <Panel title={t("customers.mergedAccounts")}>
      {customer.mergedAccounts.map((merged) => (
        <Account key={merged.mergeId} customerId={customer.id} merged={merged} />
      ))}
    </Panel>
  );
}

function Account({ customerId, merged }: { customerId: number; merged: Merged }) {
  const operator = useOperator();
  const [undoing, setUndoing] = useState(false);
  const canUndo = merged.undoUntil !== null && operator.can("customers.merge");
  return (
    <div style={{ marginBottom: "var(--s3)" }}>
      <div className="strong">
        {merged.name || t("customers.numbered", { id: merged.customerId })}
      </div>
      <div className="small quiet">{[merged.email, merged.phone].filter(Boolean).join(", ")}</div>
      <div className="small quiet">
        {t("customers.mergedBy", { operator: merged.operator })}{" "}
        <When at={merged.mergedAt} as="day" />
        {merged.undoUntil === null ? null : (
          <>
            {" · "}
            {t("customers.undoUntil")} <When at={merged.undoUntil} as="day" />
          </>
        )}
      </div>
      {canUndo && !undoing ? (
        <Button mt="xs" onClick={() => setUndoing(true)}>
          {t("customers.undoMerge")}
        </Button>
      ) : null}
      {undoing ? (
        <Undo customerId={customerId} mergeId={merged.mergeId} onDone={() => setUndoing(false)} />
      ) : null}
    </div>
  );
}

interface UndoProps {
  customerId: number;
  mergeId: number;
  onDone: () => void;
}

function useUndo(customerId: number, mergeId: number, onDone: () => void) {
  const client = useQueryClient();
  const preview = useQuery({
    queryKey: ["customer", customerId, "undo", mergeId],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/customers/{customerId}/merges/{mergeId}/undo", {
          params: { path: { customerId, mergeId } },
        }),
      ),
    staleTime: 0,
  });
  const undo = useMutation({
    mutationFn: () => undoMerge(customerId, mergeId),
    onSuccess: () => {
      toast(t("customers.separated"));
      void client.invalidateQueries({ queryKey: customerQuery(customerId).queryKey });
      onDone();
    },
  });
  return { preview, undo };
}

function Undo({ customerId, mergeId, onDone }: UndoProps) {
  const online = useOnline();
  const { preview, undo } = useUndo(customerId, mergeId, onDone);
  const seen = preview.data;
  return (
    <>
      <WhatWillHappen
        pending={preview.isFetching}
        error={preview.error}
        figures={seen ? figuresOf(seen) : []}
        effects={seen ? effectsOf(seen) : []}
      />
      <ErrorNote error={undo.error} isWrite />
      <Button
        mt="xs"
        variant="filled"
        disabled={!seen || !online}
        loading={undo.isPending}
        title={online ? undefined : t("frame.offlineWrites")}
        onClick={() => undo.mutate()}
      >
        {t("customers.undoMerge")}
      </Button>{" "}
      <Button mt="xs" onClick={onDone}>
        {t("ui.close")}
      </Button>
    </>
  );
}

function figuresOf(seen: UndoPreview) {
  const counts = [
    ["orders", seen.orders],
    ["addresses", seen.addresses],
    ["tickets", seen.tickets],
    ["reviews", seen.reviews],
    ["wishlist", seen.wishlistItems],
  ] as const;
  return [
    ...counts
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => ({ label: tEnum("customers.moves", kind), value: count })),
    { label: t("customers.walletBack"), value: <Money value={seen.wallet} />, total: true },
  ];
}

function effectsOf(seen: UndoPreview) {
  const spent = (
    <>
      <Money value={seen.walletSpent} /> {t("customers.walletStays")}
    </>
  );
  return [
    ...(seen.walletSpent.amount > 0 ? [{ icon: "wallet" as const, text: spent }] : []),
    { icon: "info" as const, text: t("customers.newStays") },
    { icon: "key" as const, text: t("customers.bothSignedOut") },
  ];
}
