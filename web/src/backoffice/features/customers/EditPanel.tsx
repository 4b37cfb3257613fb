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

/** Changes name, contacts and tags. */
export function EditPanel({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const client = useQueryClient();
  const online = useOnline();
  const { data: segments } = useQuery(segmentsQuery);
  // What the change is based on, while a reload may bring a newer version.
  const [based, setBased] = useState(customer);
  const [values, setValues] = useState(() => valuesOf(customer));
  const body = changesOf(values, based);
  const count = Object.keys(body).length;
  const save = useMutation({
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
  const conflict = conflictOf(save.error);
  const current = conflict?.current as Customer | undefined;
  const errors = fieldErrors(save.error);
  const changesContact = "email" in body || "phone" in body;
  const field = (name: Exclude<Field, "tags">, type = "text") => (
    <TextInput
      type={type}
      label={t(LABELS[name])}
      value={values[name]}
      onChange={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
      error={errors[name]}
      autoComplete="off"
    />
  );
  return (
    <ActionPanel
      title={t("customers.edit")}
      opened
      onClose={onClose}
      footer={
        <>
          {conflict || !formError(save.error) ? null : <ErrorNote error={save.error} isWrite />}
          {hasCode(save.error, "contact_in_use") ? (
            <Link className="link" to={`/customers/${String(save.error.details["customerId"])}`}>
              {t("customers.openOther")}
            </Link>
          ) : null}
          <Button
            variant="filled"
            fullWidth
            disabled={count === 0 || !online}
            loading={save.isPending}
            title={online ? undefined : t("frame.offlineWrites")}
            onClick={() => save.mutate({ changes: body, etag: based.etag })}
          >
            {t("customers.saveChanges", { count })}
          </Button>
        </>
      }
    >
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
          onChange={(tags) => setValues({ ...values, tags })}
          data={segments?.tags ?? []}
          error={errors["tags"]}
          maxTags={20}
          clearable
        />
      </Stack>
      {conflict && current ? (
        <ConflictDialog
          opened
          onClose={() => save.reset()}
          fields={FIELDS.filter((name) => name in body)
            .filter((name) => shown(valuesOf(current)[name]) !== shown(values[name]))
            .map((name) => ({
              name,
              label: t(LABELS[name]),
              theirs: shown(valuesOf(current)[name]),
              mine: shown(values[name]),
            }))}
          onResolve={(mine) => {
            const kept = { ...valuesOf(current) };
            for (const name of FIELDS) {
              if (mine.has(name)) Object.assign(kept, { [name]: values[name] });
            }
            setBased({ ...current, etag: conflict.etag });
            setValues(kept);
            save.mutate({ changes: changesOf(kept, current), etag: conflict.etag });
          }}
        />
      ) : null}
    </ActionPanel>
  );
}
