import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import { money } from "../../../ui/Money";
import type { Discount, DiscountBody, DiscountKind } from "../queries";
import { joined, reductionText, scheduleText } from "../summary";
import { thisMinute } from "../thisMinute";
import type { Editable } from "../useEditing";

export interface DiscountForm {
  title: string;
  kind: DiscountKind;
  priority: number | null;
  group: string;
  combinesWithCodes: boolean;
  startsAt: string;
  endsAt: string | null;
  minimumPurchase: number | null;
  isPercent: boolean;
  percent: number | null;
  amount: number | null;
  products: string[];
  categories: string[];
  brands: string[];
  buyQuantity: number | null;
  getQuantity: number | null;
  getProducts: string[];
  getCategories: string[];
  getBrands: string[];
  timesPerOrder: number | null;
  gift: string | null;
  giftOptions: string[];
}

const EMPTY: DiscountForm = {
  title: "",
  kind: "amount_off",
  priority: 0,
  group: "",
  combinesWithCodes: true,
  startsAt: thisMinute(),
  endsAt: null,
  minimumPurchase: null,
  isPercent: true,
  percent: 10,
  amount: null,
  products: [],
  categories: [],
  brands: [],
  buyQuantity: null,
  getQuantity: null,
  getProducts: [],
  getCategories: [],
  getBrands: [],
  timesPerOrder: null,
  gift: null,
  giftOptions: [],
};

function formOf(discount: Discount): DiscountForm {
  const known = Object.keys(EMPTY) as (keyof DiscountForm)[];
  const same = Object.fromEntries(
    known.map((name) => [name, name === "isPercent" ? null : discount[name]]),
  ) as unknown as DiscountForm;
  return {
    ...same,
    isPercent: discount.amount === null,
    amount: discount.amount?.amount ?? null,
    minimumPurchase: discount.minimumPurchase?.amount ?? null,
  };
}

/** Only the fields that the kind has: others may hold what was typed for another kind. */
export function bodyOf(form: DiscountForm): DiscountBody {
  const { kind, isPercent } = form;
  const isSet = kind === "buy_x_get_y";
  const isOff = kind === "amount_off";
  const isGift = kind === "free_gift";
  return {
    title: form.title,
    kind,
    priority: form.priority ?? 0,
    group: isGift ? "" : form.group,
    combinesWithCodes: form.combinesWithCodes,
    startsAt: form.startsAt,
    endsAt: form.endsAt,
    minimumPurchase: form.minimumPurchase ?? 0,
    percent: isSet || (isOff && isPercent) ? form.percent : null,
    amount: isOff && !isPercent ? form.amount : null,
    products: form.products,
    categories: form.categories,
    brands: form.brands,
    buyQuantity: form.buyQuantity,
    getQuantity: isSet ? form.getQuantity : null,
    getProducts: isSet ? form.getProducts : [],
    getCategories: isSet ? form.getCategories : [],
    getBrands: isSet ? form.getBrands : [],
    timesPerOrder: isSet ? form.timesPerOrder : null,
    gift: isGift ? form.gift : null,
    giftOptions: isGift ? form.giftOptions : [],
  };
}

const PATH = "/api/admin/v1/promotions/discounts/{discountId}";

export const DISCOUNTS: Editable<Discount, DiscountForm> = {
  key: "discounts",
  path: "/discounts",
  formOf,
  empty: EMPTY,
  create: (form) => unwrap(api.POST("/api/admin/v1/promotions/discounts", { body: bodyOf(form) })),
  change: ({ id, etag }, form) =>
    unwrap(
      api.PUT(PATH, {
        params: { path: { discountId: id }, header: { "If-Match": etag } },
        body: bodyOf(form),
      }),
    ),
  texts: { saved: t("promotions.discountSaved") },
};

export const endDiscount = ({ id }: Discount) =>
  unwrap(api.POST(`${PATH}/end`, { params: { path: { discountId: id } } }));
export const removeDiscount = ({ id }: Discount) =>
  unwrap(api.DELETE(PATH, { params: { path: { discountId: id } } }));

/** Whether the server has what it needs to compute a trial. */
export function isComplete(form: DiscountForm): boolean {
  if (form.title === "") return false;
  switch (form.kind) {
    case "amount_off":
      return form.isPercent ? form.percent !== null : form.amount !== null;
    case "buy_x_get_y":
      return form.percent !== null && form.buyQuantity !== null && form.getQuantity !== null;
    case "free_gift":
      return form.gift !== null;
  }
}

type Titles = Readonly<Record<string, string>>;

/** "everything in Vases", "everything" */
function scopeText(names: readonly string[], titles: Titles): string {
  if (names.length === 0) return t("promotions.everything");
  const shown = names.slice(0, 3).map((name) => titles[name] ?? name);
  const more = names.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` ${t("promotions.andMore", { count: more })}` : "");
}

function effectText(form: DiscountForm, titles: Titles, currency: string): string {
  const scope = scopeText([...form.products, ...form.categories, ...form.brands], titles);
  switch (form.kind) {
    case "amount_off":
      return t("promotions.offScope", { off: reductionText(form, currency), scope });
    case "buy_x_get_y": {
      const got = [...form.getProducts, ...form.getCategories, ...form.getBrands];
      return t("promotions.buyGet", {
        buy: form.buyQuantity ?? 0,
        scope,
        get: form.getQuantity ?? 0,
        cheaper: got.length === 0 ? t("promotions.ofThem") : scopeText(got, titles),
        percent: form.percent ?? 0,
      });
    }
    case "free_gift":
      return t("promotions.giftWith", {
        gift: form.gift === null ? "…" : (titles[form.gift] ?? form.gift),
        scope,
      });
  }
}

/** "20% off Vases, from …, from $50.00, not with codes" */
export function discountSummary(
  form: DiscountForm,
  titles: Titles,
  currency: string,
  timeZone: string,
): string {
  const { minimumPurchase, timesPerOrder } = form;
  return joined([
    effectText(form, titles, currency),
    minimumPurchase !== null &&
      minimumPurchase > 0 &&
      t("promotions.fromAmount", { amount: money({ amount: minimumPurchase, currency }) }),
    scheduleText(form, timeZone),
    form.kind === "buy_x_get_y" &&
      timesPerOrder !== null &&
      t("promotions.perOrder", { count: timesPerOrder }),
    !form.combinesWithCodes && t("promotions.notWithCodes"),
  ]);
}
