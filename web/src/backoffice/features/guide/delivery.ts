import type { Delivery } from "./queries";

/** The first delivery method, as it is typed. */
export interface FirstMethod {
  name: string;
  /** In minor units; null if it is empty. */
  price: number | null;
  freeOver: number | null;
  minDays: number;
  maxDays: number;
  /** Not only in the home country. */
  worldwide: boolean;
}

export const emptyMethod = (name: string): FirstMethod => ({
  ...{ name, price: null, freeOver: null, minDays: 2, maxDays: 5, worldwide: false },
});

/** A code that none of the others has: `home`, `home-2`. */
function freeCode(code: string, others: readonly { code: string }[]): string {
  const taken = new Set(others.map((one) => one.code));
  let free = code;
  for (let number = 2; taken.has(free); number += 1) free = `${code}-${number}`;
  return free;
}

/** The delivery settings with the method, its zone for the country, and one for the rest of the world. */
export function deliveryWith(
  { zones, methods }: Delivery,
  method: FirstMethod,
  country: string,
  names: { home: string; world: string },
): Delivery {
  const home = zones.find(({ places = [] }) => places.includes(country)) ?? {
    code: freeCode("home", zones),
    name: names.home,
    places: [country],
    restOfWorld: false,
  };
  const world = zones.find(({ restOfWorld }) => restOfWorld) ?? {
    code: freeCode("world", [...zones, home]),
    name: names.world,
    places: [],
    restOfWorld: true,
  };
  const used = method.worldwide ? [home, world] : [home];
  const { name, price, freeOver, minDays, maxDays } = method;
  const days = { minDays: Math.min(minDays, maxDays), maxDays: Math.max(minDays, maxDays) };
  return {
    zones: [...zones, ...used.filter((zone) => !zones.includes(zone))],
    methods: [
      ...methods,
      {
        ...{ code: freeCode("standard", methods), name: name.trim(), price: 0, freeOver: null },
        ...days,
        countries: [],
        rates: used.map(({ code }) => ({
          ...{ zone: code, basis: "flat" as const, freeOver, ...days },
          bands: [{ upTo: null, price: price ?? 0 }],
        })),
      },
    ],
  };
}
