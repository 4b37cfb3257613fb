import { Textarea, TextInput } from "@mantine/core";
import { t } from "../../messages/t";
import { LocationSelect } from "./ChangePanel";
import type { DeliveryForm } from "./deliveryForm";
import type { Location } from "./queries";

interface Props {
  form: DeliveryForm;
  locations: readonly Location[];
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (changed: Partial<DeliveryForm>) => void;
}

/** Who delivers what, where and when. */
export function DeliveryFields({ form, locations, errors, onChange }: Props) {
  return (
    <>
      <TextInput
        label={t("stock.supplier")}
        required
        maxLength={120}
        value={form.supplier}
        onChange={(event) => onChange({ supplier: event.currentTarget.value })}
        error={errors["supplier"]}
      />
      <TextInput
        type="date"
        label={t("stock.expectedOn")}
        value={form.expectedOn}
        onChange={(event) => onChange({ expectedOn: event.currentTarget.value })}
        error={errors["expectedOn"]}
      />
      {locations.length > 1 ? (
        <LocationSelect
          label={t("stock.location")}
          locations={locations}
          value={form.locationId}
          onChange={(locationId) => onChange({ locationId })}
        />
      ) : null}
      <Textarea
        label={t("stock.note")}
        maxLength={500}
        autosize
        minRows={2}
        value={form.note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
        error={errors["note"]}
      />
    </>
  );
}
