import { Button, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../api/client";
import { fieldErrors, formError } from "../../../api/errors";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { ActionPanel } from "../../../ui/ActionPanel";
import { type ConflictField, ConflictDialog, conflictOf } from "../../../ui/ConflictDialog";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { toast } from "../../../ui/toasts";
import type { Order } from "../detail/order";
import { ADDRESS, addressBody, addressValues, type Values } from "./addressForm";
import styles from "./panels.module.css";
import type { OrderPanelProps } from "./props";

const CONTACT = {
  firstName: "order.firstName",
  lastName: "order.lastName",
  email: "order.email",
  phone: "order.phone",
} as const;

type Part = "address" | "contact";

/** The fields that the panel edits, as texts. */
function valuesOf(order: Order, part: Part): Values {
  if (part === "contact") {
    return Object.fromEntries(
      Object.keys(CONTACT).map((name) => [name, order.contact[name as keyof typeof CONTACT] ?? ""]),
    );
  }
  return {
    ...addressValues(order),
    deliveryNote: order.deliveryNote ?? "",
  };
}

function toBody(values: Values, order: Order, part: Part) {
  const orNull = (name: string) => values[name]?.trim() || null;
  if (part === "contact") {
    return {
      contact: {
        email: orNull("email"),
        phone: orNull("phone"),
        firstName: values["firstName"] ?? "",
        lastName: values["lastName"] ?? "",
      },
    };
  }
  return {
    address: addressBody(values, order),
    deliveryNote: orNull("deliveryNote"),
  };
}

function labelsOf(part: Part): Readonly<Record<string, string>> {
  const fields = Object.entries(part === "contact" ? CONTACT : ADDRESS);
  const labels = Object.fromEntries(fields.map(([name, key]) => [name, t(key)]));
  return part === "contact" ? labels : { ...labels, deliveryNote: t("order.deliveryNote") };
}

function useDeliveryEdit({ order, onClose, onChanged }: OrderPanelProps, part: Part) {
  // The order as it was when the panel was opened: what changes are based on.
  const [base, setBase] = useState(order);
  const [values, setValues] = useState(() => valuesOf(order, part));
  const save = useMutation({
    mutationFn: () =>
      unwrap(
        api.PATCH("/api/admin/v1/orders/{number}", {
          params: { path: { number: order.orderId }, header: { "If-Match": base.version } },
          body: toBody(values, base, part),
        }),
      ),
    onSuccess: (changed) => {
      onChanged(changed);
      toast(t("order.editSaved"));
      onClose();
    },
  });
  const conflict = conflictOf(save.error);
  const theirs = conflict ? (conflict.current as Order) : null;
  const set = (name: string, value: string) =>
    setValues((before) => ({ ...before, [name]: value }));
  const resolve = (keepMine: ReadonlySet<string>) => {
    if (!theirs) return;
    setValues((mine) => merged(mine, valuesOf(theirs, part), keepMine));
    setBase(theirs);
    onChanged(theirs);
    save.reset();
  };
  return { values, set, save, theirs, resolve };
}

function merged(mine: Values, theirs: Values, keepMine: ReadonlySet<string>): Values {
  return Object.fromEntries(
    Object.entries(theirs).map(([name, value]) => [
      name,
      keepMine.has(name) ? (mine[name] ?? "") : value,
    ]),
  );
}

/** Edits the delivery address and note, or the contact, before the order is shipped. */
export default function DeliveryPanel(props: OrderPanelProps) {
  const part: Part = props.subject === "contact" ? "contact" : "address";
  const online = useOnline();
  const edit = useDeliveryEdit(props, part);
  const { values, save, theirs } = edit;
  return (
    <ActionPanel
      title={part === "contact" ? t("order.editTitleContact") : t("order.editTitle")}
      opened={props.opened}
      onClose={props.onClose}
      footer={
        <>
          <ErrorNote error={formError(save.error) && !theirs ? save.error : null} isWrite />
          <Button
            variant="filled"
            fullWidth
            loading={save.isPending}
            disabled={!online}
            title={online ? undefined : t("frame.offlineWrites")}
            onClick={() => save.mutate()}
          >
            {t("order.editSave")}
          </Button>
          <p className="quiet tiny">
            {part === "contact" ? t("order.contactNote") : t("order.editNote2")}
          </p>
        </>
      }
    >
      <Fields
        part={part}
        values={values}
        errors={fieldErrors(save.error)}
        onChange={edit.set}
        onSubmit={() => save.mutate()}
      />
      <ConflictDialog
        opened={theirs !== null}
        fields={theirs ? differences(values, valuesOf(theirs, part), labelsOf(part)) : []}
        onClose={() => save.reset()}
        onResolve={edit.resolve}
      />
    </ActionPanel>
  );
}

interface FieldsProps {
  part: Part;
  values: Values;
  errors: Readonly<Record<string, string>>;
  onChange: (name: string, value: string) => void;
  onSubmit: () => void;
}

function Fields({ part, values, errors, onChange, onSubmit }: FieldsProps) {
  const labels = labelsOf(part);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {Object.keys(part === "contact" ? CONTACT : ADDRESS).map((name) => (
        <TextInput
          key={name}
          label={labels[name]}
          value={values[name] ?? ""}
          maxLength={254}
          error={errors[`${part}.${name}`]}
          onChange={({ currentTarget }) => onChange(name, currentTarget.value)}
        />
      ))}
      {part === "address" ? (
        <Textarea
          label={labels["deliveryNote"]}
          autosize
          minRows={2}
          maxLength={500}
          value={values["deliveryNote"] ?? ""}
          error={errors["deliveryNote"]}
          onChange={({ currentTarget }) => onChange("deliveryNote", currentTarget.value)}
        />
      ) : null}
    </form>
  );
}

function differences(
  mine: Values,
  theirs: Values,
  labels: Readonly<Record<string, string>>,
): ConflictField[] {
  return Object.keys(theirs)
    .filter((name) => (mine[name] ?? "") !== (theirs[name] ?? ""))
    .map((name) => ({
      name,
      label: labels[name] ?? name,
      mine: mine[name] ?? "",
      theirs: theirs[name] ?? "",
    }));
}
