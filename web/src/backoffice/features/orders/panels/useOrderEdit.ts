import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { hasCode } from "../../../api/errors";
import { useIdempotencyKey } from "../../../api/idempotency";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { useOperator } from "../../../session/session";
import { conflictOf } from "../../../ui/ConflictDialog";
import { toast } from "../../../ui/toasts";
import type { Order } from "../detail/order";
import { bodyOf, conflictsOf, type EditForm, type EditInput, rebased, UNCHANGED } from "./editForm";
import type { OrderPanelProps } from "./props";

export type OrderEdit = ReturnType<typeof useOrderEdit>;

/** What an edit would do: the last preview stays while the next is computed. */
function useEditPreview(order: Order, current: EditInput | null) {
  const [body] = useDebouncedValue(current, 250);
  const queryKey = ["order", order.orderId, "edit-preview", order.version, body];
  const query = useQuery({
    queryKey,
    queryFn: () =>
      body
        ? unwrap(
            api.POST("/api/admin/v1/orders/{orderId}/edits/preview", {
              params: { path: { orderId: order.orderId } },
              body,
            }),
          )
        : null,
    enabled: body !== null,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  });
  const isCurrent = JSON.stringify(current) === JSON.stringify(body) && !query.isPlaceholderData;
  const preview = current && body && !query.isError ? (query.data ?? null) : null;
  return { body, queryKey, query, isCurrent, preview };
}

interface Save {
  base: Order;
  form: EditForm;
  previewed: ReturnType<typeof useEditPreview>;
  onSaved: () => void;
}

/** Commits what was previewed. */
function useSave({ base, form, previewed, onSaved }: Save) {
  const client = useQueryClient();
  const key = useIdempotencyKey();
  const { preview, body } = previewed;
  const commit = async (order: Order) => {
    if (!preview || !body) return;
    await unwrap(
      api.POST("/api/admin/v1/orders/{orderId}/edits", {
        params: {
          path: { orderId: order.orderId },
          header: { ...key.headers, "If-Match": order.version },
        },
        body: { ...body, version: preview.version },
      }),
    );
  };
  return useMutation({
    mutationFn: async () => {
      try {
        await commit(base);
      } catch (error) {
        // Something else of the order has changed, such as a new invoice: the figures still hold, or the
        // server refuses them.
        const conflict = conflictOf(error);
        if (!conflict || conflictsOf(base, conflict.current as Order, form).length > 0) throw error;
        await commit(conflict.current as Order);
      }
    },
    onSuccess: async () => {
      toast(t("edits.saved"));
      onSaved();
      await client.invalidateQueries({ queryKey: ["order", base.orderId, "refunds"] });
    },
    onError: (error) => {
      key.renewAfter(error);
      if (hasCode(error, "preview_changed")) {
        client.setQueryData(previewed.queryKey, error.details["preview"]);
      }
    },
  });
}

/** An edit that is proposed and not saved, its preview, and the commit. */
export function useOrderEdit({ order, onClose, onChanged }: OrderPanelProps) {
  const operator = useOperator();
  const online = useOnline();
  // The order as it was when the panel was opened: what the edit is based on.
  const [base, setBase] = useState(order);
  const [form, setForm] = useState<EditForm>(UNCHANGED);
  const isChosen = bodyOf(base, form) !== null;
  const previewed = useEditPreview(base, bodyOf(base, form));
  const { preview, query, isCurrent } = previewed;
  const onSaved = () => {
    onClose();
    onChanged();
  };
  const save = useSave({ base, form, previewed, onSaved });
  const conflict = conflictOf(save.error);
  const theirs = conflict ? (conflict.current as Order) : null;
  const fields = theirs ? conflictsOf(base, theirs, form) : [];
  const resolve = (mine: ReadonlySet<string>) => {
    if (!theirs) return;
    setForm(rebased(form, fields, mine));
    setBase(theirs);
    onChanged(theirs);
    save.reset();
  };
  const discard = () => {
    setForm(UNCHANGED);
    save.reset();
  };
  const mayGiveBack = preview?.needs.every((permission) => operator.can(permission)) ?? true;
  return {
    ...{ base, form, setForm, discard, isChosen, preview, save, mayGiveBack },
    isDirty: JSON.stringify(form) !== JSON.stringify(UNCHANGED),
    isPreviewing: !isCurrent || query.isFetching,
    previewError: isCurrent ? query.error : null,
    isReady: preview !== null && isCurrent && online && mayGiveBack,
    conflict: { isOpen: theirs !== null, fields, resolve },
  };
}
