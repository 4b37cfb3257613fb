import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import { type CodeBody, type PromoCode } from "../queries";
import { joined, reductionText, scheduleText } from "../summary";
import { thisMinute } from "../thisMinute";
import type { Editable } from "../useEditing";
import { money } from "../../../ui/Money";

export interface CodeForm {
  code: string;
  title: string;
  isPercent: boolean;
  percent: number | null;
  amount: number | null;
  minimumPurchase: number | null;
  startsAt: string;
  endsAt: string | null;
  totalUses: number | null;
  usesPerCustomer: number | null;
  public: boolean;
}

const EMPTY: CodeForm = {
  code: "",
  title: "",
  isPercent: true,
  percent: 10,
  amount: null,
  minimumPurchase: null,
  startsAt: thisMinute(),
  endsAt: null,
  totalUses: null,
  usesPerCustomer: null,
  public: false,
};

function formOf(code: PromoCode): CodeForm {
  return {
    code: code.code,
    title: code.title,
    isPercent: code.amount === null,
    percent: code.percent,
    amount: code.amount?.amount ?? null,
    minimumPurchase: code.minimumPurchase?.amount ?? null,
    startsAt: code.startsAt,
    endsAt: code.endsAt,
    totalUses: code.totalUses,
    usesPerCustomer: code.usesPerCustomer,
    public: code.public,
  };
}

export function bodyOf({ isPercent, ...form }: CodeForm): CodeBody {
  return {
    ...form,
    percent: isPercent ? form.percent : null,
    amount: isPercent ? null : form.amount,
    minimumPurchase: form.minimumPurchase ?? 0,
  };
}

const PATH = "/api/admin/v1/promotions/codes/{codeId}";

export const CODES: Editable<PromoCode, CodeForm> = {
  key: "promo-codes",
  path: "/promotions",
  formOf,
  empty: EMPTY,
  create: (form) => unwrap(api.POST("/api/admin/v1/promotions/codes", { body: bodyOf(form) })),
  change: ({ id, etag }, form) =>
    unwrap(
      api.PUT(PATH, {
        params: { path: { codeId: id }, header: { "If-Match": etag } },
        body: bodyOf(form),
      }),
    ),
  texts: { saved: t("promotions.codeSaved") },
};

export const endCode = ({ id }: PromoCode) =>
  unwrap(api.POST(`${PATH}/end`, { params: { path: { codeId: id } } }));
export const removeCode = ({ id }: PromoCode) =>
  unwrap(api.DELETE(PATH, { params: { path: { codeId: id } } }));

/** "20% off the order, from …, from $50.00, once per customer" */
export function codeSummary(form: CodeForm, currency: string, timeZone: string): string {
  const { minimumPurchase, totalUses, usesPerCustomer } = form;
  return joined([
    `${reductionText(form, currency)} ${t("promotions.theOrder")}`,
    minimumPurchase !== null &&
      minimumPurchase > 0 &&
      t("promotions.fromAmount", { amount: money({ amount: minimumPurchase, currency }) }),
    scheduleText(form, timeZone),
    usesPerCustomer !== null && t("promotions.perCustomer", { count: usesPerCustomer }),
    totalUses !== null && t("promotions.inTotal", { count: totalUses }),
    form.public && t("promotions.offered"),
  ]);
}
