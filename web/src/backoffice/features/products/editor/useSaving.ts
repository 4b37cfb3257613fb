import { replaceEqualDeep, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
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
import { createStore, type Errors } from "./store";

type Levels = Readonly<Record<string, number>>;

/** The variants with the stock as it is now, where it moved while the operator counted. */
function withLevels(form: Form, levels: Levels, reset: boolean): Form {
  const rows = form.rows.map((row) => {
    const level = levels[String(row.id)];
    if (level === undefined) return row;
    return { ...row, storedStock: level, ...(reset ? { stock: String(level) } : {}) };
  });
  return { ...form, rows };
}

/** What is edited: the record, and the form of it. */
function useProduct(record: ProductRecord | null) {
  const client = useQueryClient();
  const { timeZone } = useShop();
  const [base, setBase] = useState(record);
  const [store] = useState(() => createStore(record ? formOf(record, timeZone) : emptyForm()));
  return {
    base,
    store,
    /** Goes on with a record that was stored. */
    start: (saved: ProductRecord) => {
      // Equal parts stay the same objects, so that nothing that shows them is rendered.
      setBase((last) => replaceEqualDeep(last, saved));
      store.load(formOf(saved, timeZone));
      client.setQueryData(recordQuery(saved.id).queryKey, saved);
      void client.invalidateQueries({ queryKey: ["product", saved.id, "versions"] });
      void client.invalidateQueries({ queryKey: ["products"] });
    },
    /** Goes on with their record, and the parts of mine that the operator chose. */
    rebase: (theirs: ProductRecord, chosen: ReadonlySet<string>) => {
      const now = formOf(theirs, timeZone);
      store.load(now, merged(store.stored(), store.get(), now, chosen));
      setBase(theirs);
    },
    recount: (levels: Levels) => {
      const [stored, form] = [store.stored(), store.get()];
      store.load(withLevels(stored, levels, true), withLevels(form, levels, false));
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

const NO_ERRORS: Errors = {};

/** The product that is edited, and saving it. */
export function useSaving(record: ProductRecord | null) {
  const { timeZone, currency } = useShop();
  const product = useProduct(record);
  const { mutation: save, createdId } = useSave(product);
  const { store, rebase } = product;
  // What the server could not read, so it is not sent.
  const [unreadable, setUnreadable] = useState(NO_ERRORS);
  const errors = useMemo(
    () => ({ ...fieldErrors(save.error), ...unreadable }),
    [save.error, unreadable],
  );
  useEffect(() => store.setErrors(errors), [store, errors]);
  const theirs = (conflictOf(save.error)?.current ?? null) as ProductRecord | null;
  return {
    ...product,
    save,
    /** The id of a new product, as soon as it is stored. */
    createdId,
    currency,
    theirs: theirs ? formOf(theirs, timeZone) : null,
    submit: () => {
      const found = checkForm(store.get(), currency);
      const isReadable = Object.keys(found).length === 0;
      setUnreadable(isReadable ? NO_ERRORS : found);
      if (isReadable) save.mutate();
    },
    discard: () => {
      store.discard();
      setUnreadable(NO_ERRORS);
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
