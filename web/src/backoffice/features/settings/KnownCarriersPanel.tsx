import { Button, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { t } from "../../messages/t";
import { Panel } from "../../ui/Panel";
import { knownCarrier, PLACEHOLDER, withKnown } from "./carriers";
import { errorAt, type PartProps } from "./props";
import type { Carrier, Carriers } from "./queries";
import styles from "./settings.module.css";
import { TrackingLink } from "./TrackingLink";

interface Props extends PartProps<Carriers> {
  number: string;
}

/** Carriers that every shop knows: switched off, or with another link. */
export function KnownCarriersPanel({ form, onChange, errors, canEdit, number }: Props) {
  return (
    <Panel title={t("carriers.known")}>
      <p className="quiet small">{t("carriers.knownHelp")}</p>
      <ul className={styles.rows}>
        {form.known.map((known) => {
          const { carrier, index, isChanged } = knownCarrier(form, known);
          return (
            <li key={known.name} className={styles.row}>
              <KnownCarrier
                carrier={carrier}
                usual={known.trackingUrl}
                isChanged={isChanged}
                error={errorAt(errors, `carriers.${index}`)}
                canEdit={canEdit}
                number={number}
                onChange={(changed) => onChange((now) => withKnown(now, known, changed))}
              />
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

interface CarrierProps extends Pick<Props, "canEdit" | "number"> {
  carrier: Carrier;
  usual: string;
  isChanged: boolean;
  error: string | undefined;
  onChange: (carrier: Carrier) => void;
}

function KnownCarrier(props: CarrierProps) {
  const { carrier, usual, isChanged, error, canEdit, number, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const { name } = carrier;
  const hasField = isChanged || isOpen;
  return (
    <>
      <div className={styles.known}>
        <Switch
          label={name}
          aria-label={t("carriers.offered", { name })}
          checked={carrier.offered}
          disabled={!canEdit}
          onChange={({ currentTarget }) => onChange({ ...carrier, offered: currentTarget.checked })}
        />
        <TrackingLink name={name} template={carrier.trackingUrl} number={number} />
        {canEdit ? (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t(hasField ? "carriers.usualLinkOf" : "carriers.changeLinkOf", { name })}
            onClick={() => {
              if (hasField) onChange({ ...carrier, trackingUrl: usual });
              setOpen(!hasField);
            }}
          >
            {t(hasField ? "carriers.usualLink" : "carriers.changeLink")}
          </Button>
        ) : null}
      </div>
      {hasField ? (
        <TextInput
          aria-label={t("carriers.linkOf", { name })}
          description={t("carriers.linkHelp", { placeholder: PLACEHOLDER })}
          value={carrier.trackingUrl}
          maxLength={2000}
          inputMode="url"
          spellCheck={false}
          readOnly={!canEdit}
          error={error}
          onChange={({ currentTarget }) =>
            onChange({ ...carrier, trackingUrl: currentTarget.value })
          }
        />
      ) : null}
    </>
  );
}
