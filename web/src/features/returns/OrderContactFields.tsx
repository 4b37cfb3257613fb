import { t } from "@/messages/t";
import { FIELDS } from "@/ui/Form/fields";
import { TextField } from "@/ui/Form/TextField";

interface Props {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

export function OrderNumberField(props: Props) {
  return (
    <TextField
      label={t("withdraw.orderId")}
      hint={t("withdraw.orderHint")}
      name="orderId"
      autoComplete="off"
      autoCapitalize="characters"
      field={FIELDS.orderId}
      {...props}
    />
  );
}

/** The email or the phone number that was given with the order. */
export function OrderContactField(props: Props) {
  return <TextField label={t("withdraw.contact")} name="contact" autoComplete="email" {...props} />;
}
