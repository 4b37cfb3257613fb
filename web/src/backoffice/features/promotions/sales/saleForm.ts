import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import type { FieldPicture } from "../../../ui/pictures/PictureField";
import type { Product, Sale, SaleBody } from "../queries";
import { joined, scheduleText } from "../summary";
import { thisMinute } from "../thisMinute";
import type { Editable } from "../useEditing";

export interface SaleForm {
  title: string;
  description: string;
  percent: number | null;
  startsAt: string;
  endsAt: string | null;
  products: Product[];
  image: FieldPicture | null;
  phoneImage: FieldPicture | null;
}

const EMPTY: SaleForm = {
  title: "",
  description: "",
  percent: 20,
  startsAt: thisMinute(),
  endsAt: null,
  products: [],
  image: null,
  phoneImage: null,
};

function formOf(sale: Sale): SaleForm {
  const { title, description, percent, startsAt, endsAt, products } = sale;
  // Pictures are only shown, and sent back as they are; those of shop files may lack their size.
  const image = sale.image as FieldPicture | null;
  const phoneImage = sale.phoneImage as FieldPicture | null;
  return { title, description, percent, startsAt, endsAt, products, image, phoneImage };
}

export function bodyOf(form: SaleForm): SaleBody {
  return {
    ...form,
    percent: form.percent ?? 0,
    products: form.products.map(({ slug }) => slug),
  };
}

const PATH = "/api/admin/v1/promotions/sales/{saleId}";

export const SALES: Editable<Sale, SaleForm> = {
  key: "sales",
  path: "/sales",
  formOf,
  empty: EMPTY,
  create: (form) => unwrap(api.POST("/api/admin/v1/promotions/sales", { body: bodyOf(form) })),
  change: ({ id, etag }, form) =>
    unwrap(
      api.PUT(PATH, {
        params: { path: { saleId: id }, header: { "If-Match": etag } },
        body: bodyOf(form),
      }),
    ),
  texts: { saved: t("promotions.saleSaved") },
};

export const endSale = ({ id }: Sale) =>
  unwrap(api.POST(`${PATH}/end`, { params: { path: { saleId: id } } }));
export const removeSale = ({ id }: Sale) =>
  unwrap(api.DELETE(PATH, { params: { path: { saleId: id } } }));

/** "20% off 14 products, from …" */
export function saleSummary(form: SaleForm, timeZone: string): string {
  return joined([
    t("promotions.saleOff", { percent: form.percent ?? 0, count: form.products.length }),
    scheduleText(form, timeZone),
  ]);
}
