import { TextInput } from "@mantine/core";
import { t } from "../../../messages/t";
import { useShop } from "../../../session/session";
import { localTime, momentOf } from "../../../ui/time";
import styles from "./layout.module.css";

interface Scheduled {
  startsAt?: string | null;
  endsAt?: string | null;
}

interface Props {
  value: Scheduled;
  onChange: (changed: Scheduled) => void;
  disabled: boolean;
}

/** When something is shown, in the shop's time zone. */
export function ScheduleFields({ value, onChange, disabled }: Props) {
  const { timeZone } = useShop();
  const local = (at: string | null | undefined) => (at ? localTime(at, timeZone) : "");
  const moment = (text: string) => (text === "" ? null : momentOf(text, timeZone));
  return (
    <div className={styles.pair}>
      <TextInput
        type="datetime-local"
        label={t("layout.startsAt")}
        value={local(value.startsAt)}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange({ startsAt: moment(currentTarget.value) })}
      />
      <TextInput
        type="datetime-local"
        label={t("layout.endsAt")}
        value={local(value.endsAt)}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange({ endsAt: moment(currentTarget.value) })}
      />
    </div>
  );
}
