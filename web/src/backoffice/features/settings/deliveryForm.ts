import { t } from "../../messages/t";
import { placeName } from "../../ui/countries";
import type { Delivery, Method, Rate, Zone } from "./queries";
import type { Parts } from "./useSettings";

/** A code for a new record that no other one has: `west-coast`, `west-coast-2`. */
export function newCode(name: string, taken: readonly string[]): string {
  const plain =
    name
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "new";
  let code = plain;
  for (let number = 2; taken.includes(code); number += 1) code = `${plain}-${number}`;
  return code;
}

export const emptyZone = (taken: readonly string[]): Zone => ({
  code: newCode("zone", taken),
  name: "",
  places: [],
  restOfWorld: false,
});

export const emptyMethod = (taken: readonly string[]): Method => ({
  code: newCode("delivery", taken),
  name: "",
  price: 0,
  freeOver: null,
  minDays: 2,
  maxDays: 5,
  countries: [],
  rates: [],
});

export const emptyRate = (zone: string): Rate => ({
  zone,
  basis: "flat",
  bands: [{ upTo: null, price: 0 }],
  freeOver: null,
  minDays: 2,
  maxDays: 5,
});

/** The other zones that a place is in, or that have the country of its state. */
export function overlaps(zones: readonly Zone[], zone: Zone): string[] {
  const others = zones.filter((other) => other !== zone);
  return (zone.places ?? []).flatMap((place) => {
    const twice = others.filter(({ places = [] }) => places.includes(place));
    const country = place.split(":")[0] ?? place;
    const around = others.filter(
      ({ places = [] }) => place !== country && places.includes(country),
    );
    return [
      ...twice.map(({ name }) => t("settings.inTwoZones", { place: placeName(place), zone: name })),
      ...around.map(({ name }) => t("settings.stateWins", { place: placeName(place), zone: name })),
    ];
  });
}

const labels = new Map<string, string>();

/** What a zone or method is called, also after it was removed. */
export function deliveryLabel(key: string): string {
  const code = key.slice(key.indexOf(":") + 1);
  const name = labels.get(key) ?? code;
  return t(key.startsWith("zone:") ? "settings.zoneNamed" : "settings.methodNamed", { name });
}

export const deliveryParts: Parts<Delivery> = {
  split: ({ zones, methods }) => {
    for (const zone of zones) labels.set(`zone:${zone.code}`, zone.name);
    for (const method of methods) labels.set(`method:${method.code}`, method.name);
    return Object.fromEntries([
      ...zones.map((zone): [string, unknown] => [`zone:${zone.code}`, zone]),
      ...methods.map((method): [string, unknown] => [`method:${method.code}`, method]),
    ]);
  },
  join: (parts) => ({
    zones: Object.entries(parts)
      .filter(([key]) => key.startsWith("zone:"))
      .map(([, zone]) => zone as Zone),
    methods: Object.entries(parts)
      .filter(([key]) => key.startsWith("method:"))
      .map(([, method]) => method as Method),
  }),
  label: deliveryLabel,
};
