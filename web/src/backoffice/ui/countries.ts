/** Countries by continent, as addresses have them: ISO 3166-1 alpha-2. */
const CONTINENTS = {
  europe:
    "AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK",
  northAmerica:
    "AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT US VC VG VI",
  southAmerica: "AR BO BR CL CO EC FK GF GS GY PE PY SR UY VE",
  asia: "AE AF AM AZ BD BH BN BT CC CN CX GE HK ID IL IN IO IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE",
  africa:
    "AC AO BF BI BJ BV BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TA TD TG TN TZ UG YT ZA ZM ZW",
  oceania: "AS AU CK FJ FM GU HM KI MH MP NC NF NR NU NZ PF PG PN PW SB TF TK TO TV UM VU WF WS",
} as const;

export type Continent = keyof typeof CONTINENTS;

export const continents = Object.keys(CONTINENTS) as Continent[];

export function countriesOf(continent: Continent): string[] {
  return CONTINENTS[continent].split(" ");
}

/** The member states of the EU. */
export const EU =
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");

const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "code" });

/** "Spain", or "United States: CA" for a state. */
export function placeName(place: string): string {
  const [country = "", state] = place.split(":");
  const name = /^[A-Z]{2}$/.test(country) ? (names.of(country) ?? country) : country;
  return state === undefined ? name : `${name}: ${state}`;
}

export interface CountryOption {
  value: string;
  label: string;
}

/** All countries, by name. */
export const countryOptions: readonly CountryOption[] = continents
  .flatMap(countriesOf)
  .map((value) => ({ value, label: placeName(value) }))
  .sort((one, other) => one.label.localeCompare(other.label, "en"));
