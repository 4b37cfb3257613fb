import { type APIRequestContext, expect } from "@playwright/test";
import { linkIn, newEmail } from "../../shopper";
import type { Member } from "./operators";

const ADDRESS = {
  firstName: "Margaret",
  lastName: "Oyelaran",
  line1: "2417 Queen Anne Ave N",
  city: "Seattle",
  state: "WA",
  postalCode: "98109",
  country: "US",
  phone: "2065550173",
};

interface Line {
  lineId: number;
  quantity: number;
}

interface Previewed {
  version: string;
}

/** Numbers of records in every state that has its own buttons. */
export interface Records {
  toConfirm: string;
  toPack: string;
  toShip: string;
  shipped: string;
  delivered: string;
  granted: string;
  cancelled: string;
  onDelivery: string;
  toPayBack: string;
  toApprove: string;
  toReceive: string;
  toInspect: string;
  toComplete: string;
  customer: number;
  ticket: string;
  question: string;
  review: string;
  webhook: number;
  delivery: number;
  entry: number;
  sku: number;
  count: number;
  stockDelivery: number;
  transfer: number;
}

/** Brings orders and returns into their states by the calls that the back office makes. */
class Shopkeeper {
  private readonly owner: Member;
  private readonly sku: number;

  constructor(owner: Member, sku: number) {
    this.owner = owner;
    this.sku = sku;
  }

  /** A guest's order of two mugs. */
  private async placed(paymentMethod: "cod" | "prepaid") {
    const { request } = this.owner.context;
    const response = await request.post("/api/orders", {
      data: {
        skuIds: [this.sku, this.sku],
        contact: { email: newEmail(), firstName: "Margaret", lastName: "Oyelaran" },
        address: ADDRESS,
        paymentMethod,
      },
    });
    expect(response.status(), await response.text()).toBe(201);
    const { output } = (await response.json()) as {
      output: { orderId: string; payment: { redirectUrl: string } };
    };
    return output;
  }

  /** An order that is paid on delivery. */
  async onDelivery(): Promise<string> {
    return (await this.placed("cod")).orderId;
  }

  /** An order paid online. */
  async paid(): Promise<string> {
    const output = await this.placed("prepaid");
    await pay(this.owner.context.request, linkIn(output.payment.redirectUrl, /payments/));
    // The provider's webhook arrives a moment later.
    await expect
      .poll(async () => (await this.order(output.orderId)).payment, { timeout: 20_000 })
      .toBe("paid");
    return output.orderId;
  }

  private order(
    number: string,
  ): Promise<{ payment: string; lines: Line[]; toPay: { amount: number } }> {
    return this.owner.get(`/orders/${number}`);
  }

  private async step(number: string, to: string): Promise<string> {
    await this.owner.send("POST", `/orders/${number}/steps`, { to });
    return number;
  }

  async confirmed(): Promise<string> {
    return this.step(await this.paid(), "processing");
  }

  async packed(): Promise<string> {
    return this.step(await this.confirmed(), "prepared");
  }

  async shipped(): Promise<string> {
    const number = await this.packed();
    const parcel = { carrier: "ups", trackingNumber: "1Z999AA10123456784" };
    await this.owner.send("POST", `/orders/${number}/parcels`, parcel);
    return number;
  }

  async delivered(): Promise<string> {
    const number = await this.shipped();
    await this.owner.send("POST", `/orders/${number}/delivery`);
    return number;
  }

  /** A refund that waits to be paid by somebody else than who granted it. */
  async granted(by: Member): Promise<string> {
    const number = await this.delivered();
    const { lines } = await this.order(number);
    const refund = { lines: [{ lineId: lines[0]?.lineId, quantity: 1 }] };
    const path = `/orders/${number}/refunds`;
    const { version } = await by.send<Previewed>("POST", `${path}/preview`, refund);
    await by.send("POST", path, { ...refund, version });
    return number;
  }

  async cancelled(): Promise<string> {
    return this.cancel(await this.paid());
  }

  /** A cancelled order that was paid in cash. */
  async toPayBack(): Promise<string> {
    const number = await this.onDelivery();
    const { toPay } = await this.order(number);
    const receivedOn = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const payment = { amount: toPay.amount, method: "cash", receivedOn };
    await this.owner.send("POST", `/orders/${number}/manual-payments`, payment);
    return this.cancel(number);
  }

  private async cancel(number: string): Promise<string> {
    const path = `/orders/${number}/cancellations`;
    const { version } = await this.owner.send<Previewed>("POST", `${path}/preview`, {});
    await this.owner.send("POST", path, { version });
    return number;
  }

  async returned(approve: boolean): Promise<string> {
    const number = await this.delivered();
    const { lines } = await this.order(number);
    const { returnId } = await this.owner.send<{ returnId: string }>(
      "POST",
      `/orders/${number}/returns`,
      { lines: [{ lineId: lines[0]?.lineId, quantity: 1 }], reason: "Too small", approve },
    );
    return returnId;
  }

  async received(): Promise<string> {
    const number = await this.returned(true);
    await this.owner.send("POST", `/returns/${number}/receive`);
    return number;
  }

  async inspected(): Promise<string> {
    const number = await this.received();
    const received = await this.owner.get<{ lines: Line[] }>(`/returns/${number}`);
    const lines = received.lines.map(({ lineId }) => ({ lineId, accepted: 1, restock: false }));
    await this.owner.send("POST", `/returns/${number}/inspect`, { lines });
    return number;
  }
}

async function pay(request: APIRequestContext, page: string): Promise<void> {
  const paid = await request.post(page, { form: { choice: "pay" } });
  expect(paid.ok()).toBe(true);
}

interface Listed {
  items: { id: string; kind: string; title: string }[];
}

async function first(owner: Member, view: string, kind: string, title?: string): Promise<string> {
  const { items } = await owner.get<Listed>(`/inbox?view=${view}&limit=100`);
  const found = items.find((item) => item.kind === kind && (title ?? item.title) === item.title);
  if (!found) throw new Error(`The sample shop has no ${kind} in ${view}.`);
  return found.id;
}

interface Delivered {
  webhook: number;
  delivery: number;
}

/** A webhook with a delivery, which the receiver took. One that fails would appear on Today after a minute. */
async function webhookWithDelivery(owner: Member, receiver: string): Promise<Delivered> {
  const { endpoint } = await owner.send<{ endpoint: { id: number } }>("POST", "/webhooks", {
    url: receiver,
    topics: ["order.placed"],
  });
  const path = `/webhooks/${endpoint.id}/test`;
  const { deliveryId } = await owner.send<{ deliveryId: number }>("POST", path);
  const state = async () =>
    (await owner.get<{ state: string }>(`/webhook-deliveries/${deliveryId}`)).state;
  await expect.poll(state, { timeout: 20_000 }).toBe("delivered");
  return { webhook: endpoint.id, delivery: deliveryId };
}

/** A customer with a ticket about an order. */
const SUBJECT = "Change my delivery address";

/** Records with one state each. `granter` grants the refund that others pay. */
export async function recordsOf(
  owner: Member,
  granter: Member,
  receiver: string,
): Promise<Records> {
  const response = await owner.context.request.get("/api/products/everyday-mug");
  const { output } = (await response.json()) as { output: { skus: { skuId: number }[] } };
  const sku = output.skus[0]?.skuId ?? 0;
  const keeper = new Shopkeeper(owner, sku);
  const ticket = await first(owner, "open", "ticket", SUBJECT);
  const { contact } = await owner.get<{ contact: { customerId: number } }>(`/tickets/${ticket}`);
  await owner.send("POST", `/notes/customer/${contact.customerId}`, { text: "Prefers email." });
  await owner.send("POST", "/support/saved-replies", { name: "Thanks", text: "Thank you." });
  await owner.send("POST", "/tokens", {
    kind: "app",
    name: "Warehouse",
    scopes: ["orders.read"],
    expiresInDays: null,
  });
  const audit = await owner.get<{ items: { id: number }[] }>("/audit?limit=1");
  return {
    ticket,
    customer: contact.customerId,
    delivered: await keeper.delivered(),
    cancelled: await keeper.cancelled(),
    onDelivery: await keeper.onDelivery(),
    toPayBack: await keeper.toPayBack(),
    toConfirm: await keeper.paid(),
    toPack: await keeper.confirmed(),
    toShip: await keeper.packed(),
    shipped: await keeper.shipped(),
    granted: await keeper.granted(granter),
    toApprove: await keeper.returned(false),
    toReceive: await keeper.returned(true),
    toInspect: await keeper.received(),
    toComplete: await keeper.inspected(),
    question: await first(owner, "questions", "question"),
    review: await first(owner, "reviews", "review"),
    ...(await webhookWithDelivery(owner, receiver)),
    entry: audit.items[0]?.id ?? 0,
    ...(await stockRecords(owner, sku)),
  };
}

/** An open count with a figure, a planned delivery, and a sent transfer. */
async function stockRecords(owner: Member, sku: number) {
  const { items } = await owner.get<{ items: { id: number }[] }>("/stock/locations");
  const locationId = items[0]?.id;
  const { sheet } = await owner.send<{ sheet: { id: number } }>("POST", "/stock/counts", {
    locationId,
  });
  await owner.send("PUT", `/stock/counts/${sheet.id}/figures/${sku}`, { counted: 3 });
  const { delivery } = await owner.send<{ delivery: { id: number } }>("POST", "/stock/deliveries", {
    supplier: "Kiln & Co",
    locationId,
    lines: [{ skuId: sku, quantity: 5 }],
  });
  const store = await owner.send<{ id: number }>("POST", "/stock/locations", {
    name: "Outlet",
    priority: 50,
  });
  const { transfer } = await owner.send<{ transfer: { id: number } }>("POST", "/stock/transfers", {
    sourceId: locationId,
    targetId: store.id,
    lines: [{ skuId: sku, quantity: 1 }],
  });
  await owner.send("POST", `/stock/transfers/${transfer.id}/send`);
  return { sku, count: sheet.id, stockDelivery: delivery.id, transfer: transfer.id };
}
