import type { components } from "../../../api/schema";
import { t } from "../../../messages/t";
import type { ConflictField } from "../../../ui/ConflictDialog";
import type { Order, OrderLine } from "../detail/order";
import { ADDRESS, addressBody, addressValues, type Values } from "./addressForm";
import { minor } from "./refundForm";

export type EditInput = Required<components["schemas"]["EditInput"]>;
export type EditPreview = components["schemas"]["EditPreview"];
export type ItemChoice = components["schemas"]["ItemChoice"];

export interface AddedItem {
  item: ItemChoice;
  quantity: number;
}

export interface EditForm {
  /** New quantities by line; lines that are not in it stay. */
  quantities: Readonly<Record<number, number>>;
  added: readonly AddedItem[];
  /** In major units, as typed. */
  discount: number | string;
  reason: string;
  /** Null as long as the address stays. */
  address: Values | null;
}

export const UNCHANGED: EditForm = {
  quantities: {},
  added: [],
  discount: "",
  reason: "",
  address: null,
};

/** Money was received: then less gives back, and what is added is paid on its own. */
export function isPaid(order: Order): boolean {
  return (
    order.payment !== "in_progress" && order.payment !== "on_delivery" && order.payment !== "failed"
  );
}

/** Whether something is to be paid of a paid order, now or with this edit: a discount lowers it first. */
export function isAsking(order: Order, form: EditForm): boolean {
  return (
    order.amountDue.amount > 0 ||
    form.added.length > 0 ||
    order.lines.some((line) => quantityOf(line, form) > unitsLeft(line))
  );
}

/** Units that are neither cancelled nor returned. */
export function unitsLeft(line: OrderLine): number {
  return line.quantity - line.cancelledQuantity - line.returnedQuantity;
}

export function quantityOf(line: OrderLine, form: EditForm): number {
  return form.quantities[line.lineId] ?? unitsLeft(line);
}

/** What is sent; null if nothing is to change, or a discount has no reason yet. */
export function bodyOf(order: Order, form: EditForm): EditInput | null {
  const amount = minor(form.discount, order.total.currency);
  const reason = form.reason.trim();
  if (amount > 0 && reason === "") return null;
  const lines = order.lines
    .filter((line) => quantityOf(line, form) !== unitsLeft(line))
    .map((line) => ({ lineId: line.lineId, quantity: quantityOf(line, form) }));
  const added = form.added.map(({ item, quantity }) => ({ skuId: item.skuId, quantity }));
  const before = addressValues(order);
  const { address } = form;
  const moves =
    address !== null && Object.keys(ADDRESS).some((name) => address[name] !== before[name]);
  if (lines.length === 0 && added.length === 0 && amount <= 0 && !moves) return null;
  return {
    lines,
    added,
    discount: amount > 0 ? { amount, reason } : null,
    address: moves ? addressBody(address, order) : null,
  };
}

/** Adds a unit of an item; another one if it is added already. */
export function withItem(form: EditForm, item: ItemChoice): EditForm {
  const known = form.added.some((one) => one.item.skuId === item.skuId);
  const added = known
    ? form.added.map((one) =>
        one.item.skuId === item.skuId ? { ...one, quantity: one.quantity + 1 } : one,
      )
    : [...form.added, { item, quantity: 1 }];
  return { ...form, added };
}

/** Sets how many units of an item are added; 0 takes it off the list. */
export function withQuantity(form: EditForm, skuId: number, quantity: number): EditForm {
  const added = form.added
    .map((one) => (one.item.skuId === skuId ? { ...one, quantity } : one))
    .filter((one) => one.quantity > 0);
  return { ...form, added };
}

/** Where somebody else's change meets this one. */
export function conflictsOf(base: Order, theirs: Order, form: EditForm): ConflictField[] {
  const now = new Map(theirs.lines.map((line) => [line.lineId, unitsLeft(line)]));
  const fields = base.lines
    .filter((line) => quantityOf(line, form) !== (now.get(line.lineId) ?? 0))
    .filter((line) => unitsLeft(line) !== (now.get(line.lineId) ?? 0))
    .map((line) => ({
      name: `line:${line.lineId}`,
      label: t("edits.quantityField", { title: line.title }),
      mine: String(quantityOf(line, form)),
      theirs: String(now.get(line.lineId) ?? 0),
    }));
  const [mine, before, after] = [form.address, addressValues(base), addressValues(theirs)];
  if (mine === null || JSON.stringify(before) === JSON.stringify(after)) return fields;
  const text = (values: Values) => Object.values(values).filter(Boolean).join(", ");
  return [
    ...fields,
    { name: "address", label: t("edits.address"), mine: text(mine), theirs: text(after) },
  ];
}

/** The edit on top of somebody else's change. What is not chosen takes their value. */
export function rebased(
  form: EditForm,
  fields: readonly ConflictField[],
  chosen: ReadonlySet<string>,
) {
  const dropped = fields.map(({ name }) => name).filter((name) => !chosen.has(name));
  const quantities = Object.fromEntries(
    Object.entries(form.quantities).filter(([lineId]) => !dropped.includes(`line:${lineId}`)),
  );
  return { ...form, quantities, address: dropped.includes("address") ? null : form.address };
}
