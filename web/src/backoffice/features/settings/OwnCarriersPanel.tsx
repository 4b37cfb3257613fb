import { Button, Switch, TextInput } from "@mantine/core";
import { t } from "../../messages/t";
import { Panel } from "../../ui/Panel";
import { emptyCarrier, ownCarriers, PLACEHOLDER } from "./carriers";
import { errorAt, type PartProps, replaced, without } from "./props";
import type { Carrier, Carriers } from "./queries";
import styles from "./settings.module.css";
import { TrackingLink } from "./TrackingLink";

interface Props extends PartProps<Carriers> {
  /** The tracking number that the links are tried with. */
  number: string;
}

/** Carriers that only this shop has. */
export function OwnCarriersPanel({ form, onChange, errors, canEdit, number }: Props) {
  const add = () =>
    onChange((now) => ({
      ...now,
      carriers: [...now.carriers, { ...emptyCarrier, isNew: true }],
    }));
  const own = ownCarriers(form);
  return (
    <Panel
      title={t("carriers.own")}
      actions={canEdit ? <Button onClick={add}>{t("carriers.add")}</Button> : null}
    >
      {own.length === 0 ? <p className="quiet small">{t("carriers.ownEmpty")}</p> : null}
      <ul className={styles.rows}>
        {own.map(({ carrier, index }) => (
          <li key={index} className={styles.row}>
            <OwnCarrier
              carrier={carrier}
              errors={errors}
              field={`carriers.${index}`}
              canEdit={canEdit}
              number={number}
              onChange={(changed) =>
                onChange((now) => ({ ...now, carriers: replaced(now.carriers, index, changed) }))
              }
              onRemove={() =>
                onChange((now) => ({ ...now, carriers: without(now.carriers, index) }))
              }
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface CarrierProps extends Pick<Props, "errors" | "canEdit" | "number"> {
  carrier: Carrier;
  field: string;
  onChange: (carrier: Carrier) => void;
  onRemove: () => void;
}

function OwnCarrier({ carrier, errors, field, canEdit, number, onChange, onRemove }: CarrierProps) {
  const name = carrier.name.trim() || t("carriers.unnamed");
  return (
    <>
      <div className={styles.fields}>
        <TextInput
          className={styles.grow}
          label={t("carriers.name")}
          value={carrier.name}
          maxLength={60}
          readOnly={!canEdit}
          error={errorAt(errors, `${field}.name`)}
          onChange={({ currentTarget }) => onChange({ ...carrier, name: currentTarget.value })}
        />
        {canEdit ? (
          <Button variant="subtle" aria-label={t("carriers.remove", { name })} onClick={onRemove}>
            {t("settings.remove")}
          </Button>
        ) : null}
      </div>
      <TextInput
        label={t("carriers.link")}
        description={t("carriers.linkHelp", { placeholder: PLACEHOLDER })}
        value={carrier.trackingUrl}
        maxLength={2000}
        inputMode="url"
        spellCheck={false}
        readOnly={!canEdit}
        error={errorAt(errors, `${field}.trackingUrl`)}
        onChange={({ currentTarget }) => onChange({ ...carrier, trackingUrl: currentTarget.value })}
      />
      <div className={styles.known}>
        <Switch
          label={t("carriers.offerOwn")}
          aria-label={t("carriers.offerOwnOf", { name })}
          checked={carrier.offered}
          disabled={!canEdit}
          onChange={({ currentTarget }) => onChange({ ...carrier, offered: currentTarget.checked })}
        />
        <TrackingLink name={name} template={carrier.trackingUrl} number={number} />
      </div>
    </>
  );
}
