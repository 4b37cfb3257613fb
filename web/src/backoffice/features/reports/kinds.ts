import type { PlainKey } from "../../messages/t";
import type { Report } from "./queries";

export type ReportName = Report["report"];

interface ReportKind {
  title: PlainKey;
  purpose: PlainKey;
  note?: PlainKey;
  /** The first one is used if none is chosen. */
  groups: readonly string[];
  /** Columns that the chart can show; the first one is used if none is chosen. */
  charts: readonly string[];
  hasPeriod?: false;
  isCompared?: false;
}

const TIMES = ["day", "week", "month"] as const;
const SALES = ["revenue", "net", "orders", "units", "refunds", "discounts"] as const;

export const REPORTS: Readonly<Record<ReportName, ReportKind>> = {
  sales: {
    title: "reports.sales",
    purpose: "reports.salesWhat",
    note: "reports.noteSales",
    groups: TIMES,
    charts: SALES,
  },
  average: {
    title: "reports.average",
    purpose: "reports.averageWhat",
    groups: TIMES,
    charts: ["average", "orders"],
  },
  products: {
    title: "reports.products",
    purpose: "reports.productsWhat",
    note: "reports.noteProducts",
    groups: ["product", "variant"],
    charts: ["revenue", "units", "net", "refunds"],
  },
  categories: {
    title: "reports.categories",
    purpose: "reports.categoriesWhat",
    note: "reports.noteCategories",
    groups: ["category"],
    charts: ["revenue", "units", "net", "refunds"],
  },
  tenders: {
    title: "reports.tenders",
    purpose: "reports.tendersWhat",
    note: "reports.noteTenders",
    groups: ["tender"],
    charts: ["revenue", "received", "toCollect", "refunds"],
  },
  places: {
    title: "reports.places",
    purpose: "reports.placesWhat",
    groups: ["country", "state", "city"],
    charts: SALES,
  },
  taxes: {
    title: "reports.taxes",
    purpose: "reports.taxesWhat",
    note: "reports.noteTaxes",
    groups: ["rate", "place"],
    charts: ["tax", "invoiced", "credited"],
  },
  promo_codes: {
    title: "reports.promo_codes",
    purpose: "reports.promo_codesWhat",
    note: "reports.notePromo",
    groups: ["code"],
    charts: ["revenue", "orders", "discounts"],
  },
  returns: {
    title: "reports.returns",
    purpose: "reports.returnsWhat",
    note: "reports.noteReturns",
    groups: ["reason", "product"],
    charts: ["units", "returns", "value"],
  },
  cohorts: {
    title: "reports.cohorts",
    purpose: "reports.cohortsWhat",
    note: "reports.noteCohorts",
    groups: ["share", "revenue"],
    charts: ["customers"],
    isCompared: false,
  },
  stock: {
    title: "reports.stock",
    purpose: "reports.stockWhat",
    note: "reports.noteStock",
    groups: ["category", "variant"],
    charts: ["retail", "cost", "units"],
    hasPeriod: false,
  },
  earlier_shop: {
    title: "reports.earlier_shop",
    purpose: "reports.earlier_shopWhat",
    note: "reports.noteEarlier",
    groups: TIMES,
    charts: ["revenue", "orders", "refunds", "net"],
  },
};

export const SECTIONS: readonly { title: PlainKey; reports: readonly ReportName[] }[] = [
  {
    title: "reports.sectionSales",
    reports: ["sales", "average", "products", "categories", "places", "earlier_shop"],
  },
  { title: "reports.sectionMoney", reports: ["tenders", "taxes", "promo_codes"] },
  { title: "reports.sectionGoods", reports: ["cohorts", "returns", "stock"] },
];

export function isReport(name: string | undefined): name is ReportName {
  return name !== undefined && Object.hasOwn(REPORTS, name);
}

export const GROUPS: Readonly<Record<string, PlainKey>> = {
  day: "reports.groupDay",
  week: "reports.groupWeek",
  month: "reports.groupMonth",
  product: "reports.groupProduct",
  variant: "reports.groupVariant",
  category: "reports.groupCategory",
  tender: "reports.groupTender",
  country: "reports.groupCountry",
  state: "reports.groupState",
  city: "reports.groupCity",
  rate: "reports.groupRate",
  place: "reports.groupPlace",
  code: "reports.groupCode",
  reason: "reports.groupReason",
  share: "reports.groupShare",
  revenue: "reports.groupRevenue",
};

/** The columns of names; what is not here is named like a grouping. */
const NAMES: Readonly<Record<string, PlainKey>> = {
  week: "reports.nameWeek",
  sku: "reports.nameSku",
  provider: "reports.nameProvider",
  tax: "reports.nameTax",
  rate: "reports.nameRate",
  code: "reports.nameCode",
  cohort: "reports.nameCohort",
};

export const nameKey = (name: string): PlainKey => NAMES[name] ?? GROUPS[name] ?? "reports.title";

const COLUMNS: Readonly<Record<string, PlainKey>> = {
  orders: "reports.orders",
  units: "reports.units",
  gross: "reports.gross",
  discounts: "reports.discounts",
  delivery: "reports.delivery",
  revenue: "reports.revenue",
  tax: "reports.tax",
  refunds: "reports.refunds",
  net: "reports.net",
  average: "reports.averageOrder",
  received: "reports.received",
  toCollect: "reports.toCollect",
  invoices: "reports.invoices",
  creditNotes: "reports.creditNotes",
  invoiced: "reports.invoiced",
  credited: "reports.credited",
  returns: "reports.returnCount",
  sold: "reports.sold",
  rate: "reports.rate",
  value: "reports.value",
  customers: "reports.customers",
  skus: "reports.skus",
  noCost: "reports.noCost",
  cost: "reports.cost",
  retail: "reports.retail",
};

/** The title of a column; the same figure may have another name in another report. */
export function columnKey(report: ReportName, column: string): PlainKey {
  if (report === "taxes" && column === "tax") return "reports.taxTotal";
  if (report === "returns" && column === "units") return "reports.unitsReturned";
  return COLUMNS[column] ?? "reports.value";
}
