import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, createIdempotencyKey, unwrap } from "../../../api/client";
import { ApiError, hasCode } from "../../../api/errors";
import { useIdempotencyKey } from "../../../api/idempotency";
import { t } from "../../../messages/t";
import { toast, undoToast } from "../../../ui/toasts";
import { type CellStore, currentOf, type Edited, keyOf, valueOf } from "./cellStore";
import type { CurrentSku, SkuChange, StockReason } from "./queries";
import { showSaved } from "./showSaved";

export interface Reason {
  reason: StockReason;
  note: string;
}

/** A value that somebody else saved meanwhile. */
export interface Clash {
  edit: Edited;
  theirs: number | null;
}

function send(changes: SkuChange[], why: Reason | null, headers: { "Idempotency-Key": string }) {
  return unwrap(
    api.PATCH("/api/admin/v1/skus", {
      params: { header: headers },
      body: { changes, reason: why?.reason ?? null, note: why?.note ?? "" },
    }),
  );
}

function swapped<Value>(change: { before: Value; after: Value } | null | undefined) {
  return change ? { before: change.after, after: change.before } : null;
}

/** The changes that take others back. */
function reversed(changes: readonly SkuChange[]): SkuChange[] {
  return changes.map(({ skuId, price, compareAtPrice, stock }) => ({
    skuId,
    price: swapped(price),
    compareAtPrice: swapped(compareAtPrice),
    stock: swapped(stock),
  }));
}

const UNDO: Reason = { reason: "correction", note: "" };

/** Of the edits those whose value is no longer what the operator saw. Drops those of removed variants. */
function clashesOf(store: CellStore, error: ApiError): Clash[] {
  const skus = error.details["skus"] as CurrentSku[];
  const clashes: Clash[] = [];
  for (const sku of skus) {
    const edits = store.all().filter(({ cell }) => cell.skuId === sku.skuId);
    if (sku.gone) {
      store.revert(edits.map(({ cell }) => keyOf(cell)));
      toast(t("products.goneNow", { title: sku.title }));
      continue;
    }
    for (const edit of edits) {
      const theirs = currentOf(sku, edit.cell.field);
      if (theirs !== edit.cell.value) clashes.push({ edit, theirs });
    }
  }
  return clashes;
}

/** Saves all edited cells at once. */
export function useSaveCells(store: CellStore) {
  const client = useQueryClient();
  const { headers, renew, renewAfter } = useIdempotencyKey();
  const [clashes, setClashes] = useState<readonly Clash[]>([]);
  const refresh = () => client.invalidateQueries({ queryKey: ["products"] });
  const save = useMutation({
    mutationFn: async (why: Reason | null) => {
      const changes = store.changes();
      const { items } = await send(changes, why, headers);
      return { changes, items };
    },
    onSuccess: ({ changes, items }) => {
      renew();
      const count = store.size();
      // The new values replace the edits, without showing the old ones in between.
      showSaved(client, items);
      store.clear();
      void refresh();
      undoToast({
        text: t("products.saved", { count }),
        undo: async () => {
          const key = { "Idempotency-Key": createIdempotencyKey() };
          const hasStock = changes.some(({ stock }) => stock);
          await send(reversed(changes), hasStock ? UNDO : null, key);
          await refresh();
        },
      });
    },
    onError: (error) => {
      renewAfter(error);
      if (hasCode(error, "skus_changed")) {
        setClashes(clashesOf(store, error));
        void refresh();
      }
    },
  });
  const resolve = (mine: ReadonlySet<string>) => {
    for (const { edit, theirs } of clashes) {
      const key = keyOf(edit.cell);
      if (mine.has(key) && valueOf(edit.cell, edit.text, store.decimals) !== theirs) {
        store.rebase(key, theirs);
      } else store.revert([key]);
    }
    setClashes([]);
    save.reset();
  };
  return { save, clashes, resolve, close: () => setClashes([]) };
}
