import { Checkbox, NumberInput, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { fieldErrors, formError } from "../../api/errors";
import { t } from "../../messages/t";
import { ActionPanel } from "../../ui/ActionPanel";
import { ConflictDialog, conflictOf } from "../../ui/ConflictDialog";
import { toast } from "../../ui/toasts";
import type { Location } from "./queries";
import { SubmitFooter } from "./SubmitFooter";
import styles from "./stock.module.css";

type Fields = Pick<Location, "name" | "address" | "priority" | "isDefault">;

const NAMES = ["name", "address", "priority", "isDefault"] as const;
const LABELS = {
  name: "stock.name",
  address: "stock.address",
  priority: "stock.priority",
  isDefault: "stock.isDefault",
} as const;

function shown(value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? t("stock.yes") : t("stock.no");
  return String(value);
}

interface Props {
  location: Location | null;
  onClose: () => void;
}

function useSave({ location, onClose }: Props) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, etag }: { body: Fields; etag: string | null }) =>
      unwrap(
        location === null || etag === null
          ? api.POST("/api/admin/v1/stock/locations", { body })
          : api.PUT("/api/admin/v1/stock/locations/{locationId}", {
              params: { path: { locationId: location.id }, header: { "If-Match": etag } },
              body,
            }),
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["stock"] });
      toast(t("stock.locationSaved"));
      onClose();
    },
  });
}

/** Adds a location, or changes one. */
export function LocationPanel(props: Props) {
  const { location, onClose } = props;
  const [fields, setFields] = useState<Fields>(
    location ?? { name: "", address: "", priority: 0, isDefault: false },
  );
  const save = useSave(props);
  const conflict = conflictOf(save.error);
  const current = conflict?.current as Location | undefined;
  const { name, address, priority, isDefault } = fields;
  const body = { name: name.trim(), address: address.trim(), priority, isDefault };
  return (
    <ActionPanel
      title={location ? t("stock.editLocation") : t("stock.addLocation")}
      opened
      floating
      onClose={onClose}
      footer={
        <SubmitFooter
          label={t("stock.save")}
          error={conflict || !formError(save.error) ? null : save.error}
          pending={save.isPending}
          onSubmit={() => save.mutate({ body, etag: location?.version ?? null })}
        />
      }
    >
      <LocationFields
        fields={fields}
        wasDefault={location?.isDefault ?? false}
        errors={fieldErrors(save.error)}
        onChange={(changed) => setFields((now) => ({ ...now, ...changed }))}
      />
      {current && conflict ? (
        <ConflictDialog
          opened
          onClose={save.reset}
          fields={NAMES.filter((one) => body[one] !== current[one]).map((one) => ({
            name: one,
            label: t(LABELS[one]),
            theirs: shown(current[one]),
            mine: shown(body[one]),
          }))}
          onResolve={(mine) =>
            save.mutate({
              body: {
                name: mine.has("name") ? body.name : current.name,
                address: mine.has("address") ? body.address : current.address,
                priority: mine.has("priority") ? body.priority : current.priority,
                isDefault: mine.has("isDefault") ? body.isDefault : current.isDefault,
              },
              etag: conflict.etag,
            })
          }
        />
      ) : null}
    </ActionPanel>
  );
}

interface FieldProps {
  fields: Fields;
  wasDefault: boolean;
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (changed: Partial<Fields>) => void;
}

function LocationFields({ fields, wasDefault, errors, onChange }: FieldProps) {
  return (
    <div className={styles.form}>
      <TextInput
        label={t("stock.name")}
        required
        maxLength={80}
        value={fields.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={errors["name"]}
        data-autofocus
      />
      <Textarea
        label={t("stock.address")}
        maxLength={500}
        autosize
        minRows={2}
        value={fields.address}
        onChange={(event) => onChange({ address: event.currentTarget.value })}
        error={errors["address"]}
      />
      <NumberInput
        label={t("stock.priority")}
        description={t("stock.priorityHelp")}
        min={0}
        max={1000}
        clampBehavior="strict"
        allowDecimal={false}
        value={fields.priority}
        onChange={(value) => onChange({ priority: Number(value) || 0 })}
        error={errors["priority"]}
      />
      <Checkbox
        label={t("stock.makeDefault")}
        description={wasDefault ? t("stock.defaultStays") : t("stock.defaultHelp")}
        checked={fields.isDefault}
        disabled={wasDefault}
        onChange={(event) => onChange({ isDefault: event.currentTarget.checked })}
      />
    </div>
  );
}
