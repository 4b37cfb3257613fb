import { Button, Checkbox, MultiSelect, TagsInput, TextInput } from "@mantine/core";
import { t } from "../../messages/t";
import { Panel } from "../../ui/Panel";
import {
  type Continent,
  continents,
  countriesOf,
  countryOptions,
  EU,
  placeName,
} from "../../ui/countries";
import { emptyZone, overlaps } from "./deliveryForm";
import { errorAt, type PartProps, replaced, without } from "./props";
import type { Delivery, Zone } from "./queries";
import styles from "./settings.module.css";

/** Zones: names for sets of countries and states. */
export function ZonesPanel({ form, onChange, errors, canEdit }: PartProps<Delivery>) {
  const { zones } = form;
  const set = (index: number, zone: Zone) =>
    onChange((now) => ({ ...now, zones: replaced(now.zones, index, zone) }));
  const remove = (index: number) =>
    onChange((now) => ({
      zones: without(now.zones, index),
      methods: now.methods.map((method) => ({
        ...method,
        rates: (method.rates ?? []).filter(({ zone }) => zone !== now.zones[index]?.code),
      })),
    }));
  const add = () =>
    onChange((now) => ({
      ...now,
      zones: [...now.zones, emptyZone(now.zones.map(({ code }) => code))],
    }));
  return (
    <Panel
      title={t("settings.zones")}
      actions={canEdit ? <Button onClick={add}>{t("settings.addZone")}</Button> : null}
    >
      {zones.length === 0 ? <p className="quiet small">{t("settings.noZones")}</p> : null}
      <ul className={styles.rows}>
        {zones.map((zone, index) => (
          <li key={zone.code} className={styles.row}>
            <ZoneFields
              zone={zone}
              zones={zones}
              canEdit={canEdit}
              errors={errors}
              index={index}
              onChange={(changed) => set(index, changed)}
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface FieldsProps {
  zone: Zone;
  zones: readonly Zone[];
  index: number;
  errors: PartProps<Delivery>["errors"];
  canEdit: boolean;
  onChange: (zone: Zone) => void;
  onRemove: () => void;
}

function ZoneFields({ zone, zones, index, errors, canEdit, onChange, onRemove }: FieldsProps) {
  const places = zone.places ?? [];
  const notes = overlaps(zones, zone);
  const field = `zones.${index}`;
  return (
    <>
      <div className={styles.fields}>
        <TextInput
          className={styles.grow}
          label={t("settings.zoneName")}
          value={zone.name}
          readOnly={!canEdit}
          error={errorAt(errors, `${field}.name`)}
          onChange={(event) => onChange({ ...zone, name: event.currentTarget.value })}
        />
        {canEdit ? (
          <Button
            variant="subtle"
            onClick={onRemove}
            aria-label={t("settings.removeNamed", { name: zone.name })}
          >
            {t("settings.remove")}
          </Button>
        ) : null}
      </div>
      <PlaceFields
        places={places}
        error={errorAt(errors, `${field}.places`)}
        canEdit={canEdit}
        onChange={(changed) => onChange({ ...zone, places: changed })}
      />
      <Checkbox
        label={t("settings.restOfWorld")}
        description={t("settings.restOfWorldHelp")}
        checked={zone.restOfWorld ?? false}
        disabled={!canEdit}
        error={errorAt(errors, `${field}.restOfWorld`)}
        onChange={(event) => onChange({ ...zone, restOfWorld: event.currentTarget.checked })}
      />
      {notes.map((note) => (
        <p key={note} className="small" role="status">
          {note}
        </p>
      ))}
    </>
  );
}

interface PlaceProps {
  places: readonly string[];
  error: string | undefined;
  canEdit: boolean;
  onChange: (places: string[]) => void;
}

const CONTINENT_KEYS = {
  europe: "settings.europe",
  northAmerica: "settings.northAmerica",
  southAmerica: "settings.southAmerica",
  asia: "settings.asia",
  africa: "settings.africa",
  oceania: "settings.oceania",
} as const satisfies Record<Continent, string>;

function PlaceFields({ places, error, canEdit, onChange }: PlaceProps) {
  const countries = places.filter((place) => !place.includes(":"));
  const states = places.filter((place) => place.includes(":"));
  const add = (codes: readonly string[]) =>
    onChange([...new Set([...countries, ...codes]), ...states]);
  return (
    <>
      <MultiSelect
        label={t("settings.countries")}
        data={[...countryOptions]}
        value={countries}
        searchable
        clearable
        limit={60}
        readOnly={!canEdit}
        error={error}
        nothingFoundMessage={t("settings.noCountry")}
        onChange={(codes) => onChange([...codes, ...states])}
      />
      {canEdit ? (
        <div className={styles.buttons} role="group" aria-label={t("settings.addMany")}>
          <Button variant="subtle" size="compact-sm" onClick={() => add(EU)}>
            {t("settings.eu")}
          </Button>
          {continents.map((continent) => (
            <Button
              key={continent}
              variant="subtle"
              size="compact-sm"
              onClick={() => add(countriesOf(continent))}
            >
              {t(CONTINENT_KEYS[continent])}
            </Button>
          ))}
        </div>
      ) : null}
      <TagsInput
        label={t("settings.states")}
        description={
          states.length === 0 ? t("settings.statesHelp") : states.map(placeName).join(", ")
        }
        value={states}
        readOnly={!canEdit}
        onChange={(codes) => onChange([...countries, ...codes])}
      />
    </>
  );
}
