import { currentLocale, t } from "../../messages/t";
import { choiceFilter, dayFilter, type Filter, textFilter } from "../../ui/table/filters";
import type { components } from "../../api/schema";

function countryName(code: string): string {
  return new Intl.DisplayNames([currentLocale()], { type: "region" }).of(code) ?? code;
}

const amounts = (): Filter[] => [
  textFilter({ key: "spentFrom", label: t("customers.spentFrom"), type: "number" }),
  textFilter({ key: "spentTo", label: t("customers.spentTo"), type: "number" }),
  textFilter({ key: "ordersFrom", label: t("customers.ordersFrom"), type: "number" }),
  textFilter({ key: "ordersTo", label: t("customers.ordersTo"), type: "number" }),
  dayFilter({ key: "lastOrder", label: t("customers.lastOrder") }),
];

/** The filters of customers; countries and tags are those that occur. */
export function customerFilters(segments: components["schemas"]["Segments"] | undefined): Filter[] {
  const countries = segments?.countries ?? [];
  const tags = segments?.tags ?? [];
  return [
    ...amounts(),
    dayFilter({ key: "registered", label: t("customers.registered") }),
    choiceFilter({
      key: "country",
      label: t("customers.country"),
      options: countries.map((code) => ({ value: code, label: countryName(code) })),
      many: true,
    }),
    choiceFilter({
      key: "newsletter",
      label: t("customers.newsletter"),
      options: [
        { value: "yes", label: t("customers.subscribed") },
        { value: "no", label: t("customers.notSubscribed") },
      ],
    }),
    choiceFilter({
      key: "tag",
      label: t("customers.tags"),
      options: tags.map((tag) => ({ value: tag, label: tag })),
      many: true,
    }),
  ];
}

export function guestFilters(): Filter[] {
  return amounts();
}

export const GUEST_SORTS = [
  { value: "-lastOrder", label: t("customers.sortLastOrder") },
  { value: "-spent", label: t("customers.sortSpent") },
  { value: "-orders", label: t("customers.sortOrders") },
];

export const SORTS = [
  { value: "-registered", label: t("customers.sortRegistered") },
  ...GUEST_SORTS,
];
