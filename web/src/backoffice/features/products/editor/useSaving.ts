import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, unwrap } from "../../../api/client";
import { fieldErrors, hasCode } from "../../../api/errors";
import { useIdempotencyKey } from "../../../api/idempotency";
import { t } from "../../../messages/t";
import { useShop } from "../../../session/session";
import { conflictOf } from "../../../ui/ConflictDialog";
import { toast } from "../../../ui/toasts";
import { merged } from "./changes";
import { checkForm } from "./check";
import { bodyOf, emptyForm, type Form, formOf } from "./form";
import { type ProductBody, type ProductRecord, recordQuery } from "./queries";
import { createStore } from "./store";

type Levels = Readonly<Record<string, number>>;

/** The variants with the stock as it is now, where it moved while the operator counted. */
function withLevels(form: Form, levels: Levels, reset: boolean): Partial<Form> {
  const rows = form.rows.map((row) => {
    const level = levels[String(row.id)];
    if (level === undefined) return row;
    return { ...row, storedStock: level, ...(reset ? { stock: String(level) } : {}) };
  });
  return { rows };
}

/** What is edited: the record, the form as it was, and the form as it is. */
function useProduct(record: ProductRecord | null) {
  const client = useQueryClient();
  const { timeZone } = useShop();
  const [base, setBase] = useState(record);
  const [before, setBefore] = useState<Form>(() =>
    record ? formOf(record, timeZone) : emptyForm(),
  );
  const [store] = useState(() => createStore(before));
  return {
    base,
    before,
    store,
    /** Goes on with a record that was stored. */
    start: (saved: ProductRecord) => {
      const form = formOf(saved, timeZone);
      setBase(saved);
      setBefore(form);
      store.replace(form);
      client.setQueryData(recordQuery(saved.id).queryKey, saved);
      void client.invalidateQueries({ queryKey: ["product", saved.id, "versions"] });
      void client.invalidateQueries({ queryKey: ["products"] });
    },
    /** Goes on with their record, and the parts of mine that the operator chose. */
    rebase: (theirs: ProductRecord, chosen: ReadonlySet<string>) => {
      const now = formOf(theirs, timeZone);
      store.replace(merged(before, store.get(), now, chosen));
      setBase(theirs);
      setBefore(now);
    },
    recount: (levels: Levels) => {
      setBefore({ ...before, ...withLevels(before, levels, true) });
      store.set(withLevels(store.get(), levels, false));
    },
  };
}

type Headers = ReturnType<typeof useIdempotencyKey>["headers"];

function send(base: ProductRecord | null, body: ProductBody, headers: Headers) {
  if (!base)
    return unwrap(api.POST("/api/admin/v1/products", { params: { header: headers }, body }));
  const header = { "If-Match": base.etag, ...headers };
  return unwrap(
    api.PUT("/api/admin/v1/products/{productId}", {
      params: { path: { productId: base.id }, header },
      body,
    }),
  );
}

/** Sends the form, and goes on with what was stored. */
function useSave(product: ReturnType<typeof useProduct>) {
  const { timeZone, currency } = useShop();
  const { base, store, start, recount } = product;
  const { headers, renew, renewAfter } = useIdempotencyKey();
  const [createdId, setCreatedId] = useState<number | null>(null);
  const mutation = useMutation({
    mutationFn: () => send(base, bodyOf(store.get(), currency, timeZone), headers),
    onSuccess: (saved) => {
      renew();
      start(saved);
      toast(t("productEditor.saved"));
      if (!base) setCreatedId(saved.id);
    },
    onError: (error) => {
      renewAfter(error);
      if (hasCode(error, "stock_moved")) recount(error.details["levels"] as Levels);
    },
  });
  return { mutation, createdId };
}

/** The product that is edited, and saving it. */
export function useSaving(record: ProductRecord | null) {
  const { timeZone, currency } = useShop();
  const product = useProduct(record);
  const { mutation: save, createdId } = useSave(product);
  const { store, before, rebase } = product;
  // What the server could not read, so it is not sent.
  const [unreadable, setUnreadable] = useState<Record<string, string>>({});
  const errors = { ...fieldErrors(save.error), ...unreadable };
  const hasErrors = Object.keys(errors).length > 0;
  useEffect(() => {
    if (hasErrors) document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [hasErrors, save.submittedAt, unreadable]);
  const theirs = (conflictOf(save.error)?.current ?? null) as ProductRecord | null;
  return {
    ...product,
    save,
    /** The id of a new product, as soon as it is stored. */
    createdId,
    currency,
    errors,
    theirs: theirs ? formOf(theirs, timeZone) : null,
    submit: () => {
      const found = checkForm(store.get(), currency);
      setUnreadable(found);
      if (Object.keys(found).length === 0) save.mutate();
    },
    discard: () => {
      store.replace(before);
      setUnreadable({});
      save.reset();
    },
    resolve: (chosen: ReadonlySet<string>) => {
      if (!theirs) return;
      rebase(theirs, chosen);
      save.reset();
    },
  };
}

export type Saving = ReturnType<typeof useSaving>;
