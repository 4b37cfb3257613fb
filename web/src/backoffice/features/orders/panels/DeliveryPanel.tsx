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
import styles from "./panels.module.css";
import type { OrderPanelProps } from "./registry";

const ADDRESS = {
  firstName: "order.firstName",
  lastName: "order.lastName",
  company: "order.company",
  line1: "order.line1",
  line2: "order.line2",
  city: "order.city",
  state: "order.state",
  postalCode: "order.postalCode",
  country: "order.country",
  phone: "order.phone",
} as const;
const CONTACT = {
  firstName: "order.firstName",
  lastName: "order.lastName",
  email: "order.email",
  phone: "order.phone",
} as const;

type Values = Readonly<Record<string, string>>;

/** The fields that the panel edits, as texts. */
function valuesOf(order: Order, part: "address" | "contact"): Values {
  if (part === "contact") {
    return Object.fromEntries(
      Object.keys(CONTACT).map((name) => [name, order.contact[name as keyof typeof CONTACT] ?? ""]),
    );
  }
  return {
    ...Object.fromEntries(
      Object.keys(ADDRESS).map((name) => [
        name,
        order.address?.[name as keyof typeof ADDRESS] ?? "",
      ]),
    ),
    deliveryNote: order.deliveryNote ?? "",
  };
}

function toBody(values: Values, order: Order, part: "address" | "contact") {
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
    address: {
      firstName: values["firstName"] ?? "",
      lastName: values["lastName"] ?? "",
      line1: values["line1"] ?? "",
      country: values["country"] ?? "",
      line2: orNull("line2"),
      company: orNull("company"),
      city: orNull("city"),
      state: orNull("state"),
      postalCode: orNull("postalCode"),
      phone: orNull("phone"),
      taxId: order.address?.taxId ?? null,
    },
    deliveryNote: orNull("deliveryNote"),
  };
}

/** Edits the delivery address and note, or the contact, before the order is shipped. */
export default function DeliveryPanel(props: OrderPanelProps) {
  const { order, opened, onClose, onChanged, subject } = props;
  const part = subject === "contact" ? "contact" : "address";
  const labels: Record<string, string> = {
    ...Object.fromEntries(
      Object.entries(part === "contact" ? CONTACT : ADDRESS).map(([name, key]) => [name, t(key)]),
    ),
    ...(part === "address" ? { deliveryNote: t("order.deliveryNote") } : {}),
  };
  const online = useOnline();
  // The order as it was when the panel was opened: what changes are based on.
  const [base, setBase] = useState(order);
  const [values, setValues] = useState(() => valuesOf(order, part));
  const save = useMutation({
    mutationFn: () =>
      unwrap(
        api.PATCH("/api/admin/v1/orders/{number}", {
          params: {
            path: { number: order.orderId },
            header: { "If-Match": base.version },
          },
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
  const errors = fieldErrors(save.error);
  const set = (name: string, value: string) =>
    setValues((before) => ({ ...before, [name]: value }));
  const resolve = (keepMine: ReadonlySet<string>) => {
    if (!theirs) return;
    const now = valuesOf(theirs, part);
    setValues((mine) =>
      Object.fromEntries(
        Object.entries(now).map(([name, value]) => [
          name,
          keepMine.has(name) ? (mine[name] ?? "") : value,
        ]),
      ),
    );
    setBase(theirs);
    onChanged(theirs);
    save.reset();
  };
  return (
    <ActionPanel
      title={part === "contact" ? t("order.editTitleContact") : t("order.editTitle")}
      opened={opened}
      onClose={onClose}
      footer={
        <>
          <ErrorNote error={formError(save.error) && !conflict ? save.error : null} isWrite />
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
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        {Object.keys(part === "contact" ? CONTACT : ADDRESS).map((name) => (
          <TextInput
            key={name}
            label={labels[name]}
            value={values[name] ?? ""}
            maxLength={254}
            error={errors[`${part}.${name}`]}
            onChange={({ currentTarget }) => set(name, currentTarget.value)}
          />
        ))}
        {part === "address" ? (
          <Textarea
            label={t("order.deliveryNote")}
            autosize
            minRows={2}
            maxLength={500}
            value={values["deliveryNote"] ?? ""}
            error={errors["deliveryNote"]}
            onChange={({ currentTarget }) => set("deliveryNote", currentTarget.value)}
          />
        ) : null}
      </form>
      <ConflictDialog
        opened={theirs !== null}
        fields={theirs ? differences(values, valuesOf(theirs, part), labels) : []}
        onClose={() => save.reset()}
        onResolve={resolve}
      />
    </ActionPanel>
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
