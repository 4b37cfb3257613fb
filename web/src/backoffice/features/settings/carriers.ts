import { t } from "../../messages/t";
import type { Carrier, Carriers } from "./queries";
import type { Parts } from "./useSettings";

/** Stands for the tracking number in a link. */
export const PLACEHOLDER = "{number}";
/** A number of the form that UPS uses, to begin with. */
export const SAMPLE_NUMBER = "1Z999AA10123456784";

/** What identifies a carrier: its name, whatever its case and spaces. */
export const carrierKey = (name: string) => name.trim().replace(/\s+/g, " ").toLowerCase();

/** The link of a tracking number, as the server makes it; null for a link that cannot be shown. */
export function trackingLink(template: string, number: string): string | null {
  const plain = encodeURIComponent(number.replace(/\s+/g, ""));
  const link = template.replaceAll(PLACEHOLDER, plain);
  return /^https?:\/\//.test(link) && URL.canParse(link) ? link : null;
}

export const emptyCarrier: Carrier = { name: "", trackingUrl: "https://", offered: true };

const isKnown = ({ known }: Carriers, name: string) =>
  known.some((one) => carrierKey(one.name) === carrierKey(name));

/** The shop's own carriers with their places in the form. */
export const ownCarriers = (form: Carriers) =>
  form.carriers.flatMap((carrier, index) =>
    // One that is being named stays in its place, even if its name becomes a known one.
    carrier.isNew || !isKnown(form, carrier.name) ? [{ carrier, index }] : [],
  );

/** A known carrier, with what the shop changed of it. */
export function knownCarrier(form: Carriers, known: Carriers["known"][number]) {
  const index = form.carriers.findIndex(
    ({ name, isNew }) => !isNew && carrierKey(name) === carrierKey(known.name),
  );
  const carrier = form.carriers[index] ?? { ...known, offered: true };
  return { carrier, index, isChanged: carrier.trackingUrl !== known.trackingUrl };
}

/** The form with another state of a known carrier; one that is as usual is not stored. */
export function withKnown(
  form: Carriers,
  known: Carriers["known"][number],
  carrier: Carrier,
): Carriers {
  const others = form.carriers.filter(
    ({ name, isNew }) => isNew || carrierKey(name) !== carrierKey(known.name),
  );
  const isUsual = carrier.offered && carrier.trackingUrl === known.trackingUrl;
  return { ...form, carriers: isUsual ? others : [...others, carrier] };
}

const names = new Map<string, string>();
export const carrierLabel = (key: string) => names.get(key) ?? (key || t("carriers.unnamed"));

export const carrierParts: Parts<Carriers> = {
  split: ({ carriers }) => {
    const parts: Record<string, unknown> = {};
    for (const carrier of carriers) {
      let key = carrierKey(carrier.name);
      // The server refuses a name that is there twice; until then both are changes.
      while (key in parts) key += "\u200b";
      names.set(key, carrier.name);
      parts[key] = bodyOf(carrier);
    }
    return parts;
  },
  join: (parts, form) => ({ ...form, carriers: Object.values(parts) as Carrier[] }),
  label: carrierLabel,
};

/** What is sent of a carrier. */
export const bodyOf = ({ name, trackingUrl, offered }: Carrier) => ({
  name: name.trim(),
  trackingUrl: trackingUrl.trim(),
  offered,
});
