import { Button, Stack, TagsInput, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { api, unwrap } from "../../api/client";
import { fieldErrors, formError, hasCode } from "../../api/errors";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ActionPanel } from "../../ui/ActionPanel";
import { ConflictDialog, conflictOf } from "../../ui/ConflictDialog";
import { ErrorNote } from "../../ui/ErrorPanel";
import { toast } from "../../ui/toasts";
import { type Customer, customerQuery, segmentsQuery } from "./queries";

const FIELDS = ["firstName", "lastName", "email", "phone", "tags"] as const;
type Field = (typeof FIELDS)[number];
type Values = Record<Exclude<Field, "tags">, string> & { tags: string[] };

const valuesOf = (customer: Customer): Values => ({
  firstName: customer.firstName ?? "",
  lastName: customer.lastName ?? "",
  email: customer.email ?? "",
  phone: customer.phone ?? "",
  tags: [...customer.tags],
});
const shown = (value: string | readonly string[]) =>
  typeof value === "string" ? value : value.join(", ");
const LABELS = {
  firstName: "customers.firstName",
  lastName: "customers.lastName",
  email: "customers.email",
  phone: "customers.phone",
  tags: "customers.tags",
} as const;

/** The fields that differ, as the API takes them: an empty one is cleared. */
function changesOf(values: Values, stored: Customer) {
  const before = valuesOf(stored);
  const changed = FIELDS.filter((name) => shown(values[name]) !== shown(before[name]));
  return Object.fromEntries(
    changed.map((name) => [name, name === "tags" ? values.tags : values[name].trim() || null]),
  );
}

function useEdit(customer: Customer, onClose: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ changes, etag }: { changes: object; etag: string }) =>
      unwrap(
        api.PATCH("/api/admin/v1/customers/{customerId}", {
          params: { path: { customerId: customer.id }, header: { "If-Match": etag } },
          body: changes,
        }),
      ),
    onSuccess: (changed) => {
      client.setQueryData(customerQuery(customer.id).queryKey, changed);
      void client.invalidateQueries({ queryKey: ["customers"] });
      toast(t("customers.saved"));
      onClose();
    },
  });
}

/** Changes name, contacts and tags. */
export function EditPanel({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const online = useOnline();
  // What the change is based on, while a reload may bring a newer version.
  const [based, setBased] = useState(customer);
  const [values, setValues] = useState(() => valuesOf(customer));
  const body = changesOf(values, based);
  const count = Object.keys(body).length;
  const save = useEdit(customer, onClose);
  const conflict = conflictOf(save.error);
  return (
    <ActionPanel
      title={t("customers.editTitle")}
      opened
      onClose={onClose}
      footer={
        <>
          <SaveError error={conflict ? null : save.error} />
          <Button
            variant="filled"
            fullWidth
            disabled={count === 0 || !online}
            loading={save.isPending}
            title={online ? undefined : t("frame.offlineWrites")}
            onClick={() => save.mutate({ changes: body, etag: based.etag })}
          >
            {count === 0 ? t("customers.save") : t("customers.saveChanges", { count })}
          </Button>
        </>
      }
    >
      <Fields
        values={values}
        onChange={setValues}
        errors={fieldErrors(save.error)}
        changesContact={"email" in body || "phone" in body}
      />
      {conflict ? (
        <Conflict
          current={conflict.current as Customer}
          values={values}
          changed={FIELDS.filter((name) => name in body)}
          onClose={() => save.reset()}
          onResolve={(current, merged) => {
            setBased({ ...current, etag: conflict.etag });
            setValues(merged);
            save.mutate({ changes: changesOf(merged, current), etag: conflict.etag });
          }}
        />
      ) : null}
    </ActionPanel>
  );
}

function SaveError({ error }: { error: unknown }) {
  return (
    <>
      {formError(error) ? <ErrorNote error={error} isWrite /> : null}
      {hasCode(error, "contact_in_use") ? (
        <Link className="link" to={`/customers/${String(error.details["customerId"])}`}>
          {t("customers.openOther")}
        </Link>
      ) : null}
    </>
  );
}

interface FieldsProps {
  values: Values;
  onChange: (values: Values) => void;
  errors: Record<string, string>;
  changesContact: boolean;
}

function Fields({ values, onChange, errors, changesContact }: FieldsProps) {
  const { data: segments } = useQuery(segmentsQuery);
  const field = (name: Exclude<Field, "tags">, type = "text") => (
    <TextInput
      type={type}
      label={t(LABELS[name])}
      value={values[name]}
      onChange={({ currentTarget }) => onChange({ ...values, [name]: currentTarget.value })}
      error={errors[name]}
      autoComplete="off"
    />
  );
  return (
    <Stack gap="md">
      {field("firstName")}
      {field("lastName")}
      {field("email", "email")}
      {field("phone", "tel")}
      {changesContact ? <p className="small">{t("customers.contactChange")}</p> : null}
      <TagsInput
        label={t("customers.tags")}
        description={t("customers.tagsHelp")}
        value={values.tags}
        onChange={(tags) => onChange({ ...values, tags })}
        data={segments?.tags ?? []}
        error={errors["tags"]}
        maxTags={20}
        clearable
      />
    </Stack>
  );
}

interface ConflictProps {
  current: Customer;
  values: Values;
  changed: readonly Field[];
  onClose: () => void;
  onResolve: (current: Customer, merged: Values) => void;
}

/** Somebody saved in between: their values beside these. */
function Conflict({ current, values, changed, onClose, onResolve }: ConflictProps) {
  const theirs = valuesOf(current);
  return (
    <ConflictDialog
      opened
      onClose={onClose}
      fields={changed
        .filter((name) => shown(theirs[name]) !== shown(values[name]))
        .map((name) => ({
          name,
          label: t(LABELS[name]),
          theirs: shown(theirs[name]),
          mine: shown(values[name]),
        }))}
      onResolve={(mine) => {
        const merged = { ...theirs };
        for (const name of FIELDS) {
          if (mine.has(name)) Object.assign(merged, { [name]: values[name] });
        }
        onResolve(current, merged);
      }}
    />
  );
}
