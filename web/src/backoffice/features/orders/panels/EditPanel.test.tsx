import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import type { Permission } from "../../../session/permissions";
import { expectAccessible, renderPage } from "../../../ui/testing";
import type { Order } from "../detail/order";
import EditPanel from "./EditPanel";

const usd = (amount: number) => ({ amount, currency: "USD" });

function line(lineId: number, title: string, quantity: number) {
  return {
    ...{ lineId, title, quantity, options: [], price: usd(2500), gift: null, isGiftCard: false },
    ...{ cancelledQuantity: 0, returnedQuantity: 0, available: 3 },
  };
}

const order = {
  orderId: "SO-1",
  version: "o1",
  payment: "on_delivery",
  total: usd(6756),
  amountDue: usd(0),
  lines: [line(7, "Moss bowl", 3), line(8, "Ink vase", 1)],
  address: {
    ...{
      firstName: "Ada",
      lastName: "Miller",
      line1: "12 Kiln Lane",
      line2: null,
      city: "Seattle",
    },
    ...{ state: "WA", postalCode: "98101", country: "US", phone: null, company: null, taxId: null },
  },
} as unknown as Order;

const ITEM = {
  ...{ skuId: 5, sku: "BOWL-L", title: "Moss bowl", options: ["Large"], image: null },
  ...{ price: usd(999), available: 10 },
};

function preview(version: string, changes: object = {}) {
  return {
    ...{ version, isPaid: false, lines: [], taxBefore: usd(0), taxAfter: usd(569) },
    ...{ discount: usd(0), totalBefore: usd(6756), totalAfter: usd(7858) },
    ...{ toPayBefore: usd(6756), toPayAfter: usd(7858), paid: usd(0), refunded: usd(0) },
    ...{ pending: usd(0), toAskFor: usd(1102), toGiveBack: usd(0), refundedNow: usd(0) },
    payUntil: null,
    ...{ granted: usd(0), parts: [], creditNote: null, addressChanged: false, needs: [] },
    stock: [{ skuId: 5, title: "Moss bowl", before: 10, after: 9 }],
    email: { to: "ada@example.com", subject: "We have changed your order", text: "…", html: "" },
    ...changes,
  };
}

type Reply = [status: number, body: unknown];

/** Answers the operators' API; `sent` has what was sent, newest last. */
function answer(replies: (path: string, body: unknown) => Reply) {
  const sent: { path: string; body: unknown; match: string | null }[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname.replace("/api/admin/v1/orders/SO-1/", "");
    const text = await request.text();
    const body: unknown = text ? JSON.parse(text) : null;
    sent.push({ path, body, match: request.headers.get("If-Match") });
    const [status, reply] = replies(path, body);
    const envelope =
      status < 400
        ? { status: true, output: reply, error: null }
        : { status: false, output: null, error: reply };
    return Response.json(envelope, { status });
  });
  return sent;
}

const RIGHTS: readonly Permission[] = ["orders.read", "orders.edit", "refunds.grant"];

function show(shown: Order = order, permissions = RIGHTS) {
  const [onClose, onChanged] = [vi.fn(), vi.fn()];
  const page = renderPage(
    <EditPanel order={shown} opened onClose={onClose} onChanged={onChanged} subject={null} />,
    { permissions: [...permissions] },
  );
  return { onClose, onChanged, ...page };
}

afterEach(() => vi.unstubAllGlobals());

async function clickReady(name: string) {
  const button = await screen.findByRole("button", { name });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
}

it("changes quantities and adds items, and saves what was previewed", async () => {
  const sent = answer((path) => {
    if (path === "edits/items") return [200, [ITEM]];
    return [200, path === "edits/preview" ? preview("v1") : null];
  });
  const { onClose, container } = show();
  const user = userEvent.setup();
  // Nothing is asked for before something changes.
  expect(screen.queryByText("What will happen")).toBeNull();
  expect(screen.getByRole("button", { name: "Save changes" })).toBeDisabled();
  await user.click(screen.getByRole("button", { name: "Remove Ink vase" }));
  screen.getByRole("spinbutton", { name: "Quantity of Moss bowl" }).focus();
  await user.keyboard("{ArrowDown}");
  await user.type(screen.getByLabelText("Add an item"), "moss");
  await screen.findByRole("button", { name: "Add Moss bowl, Large" });
  await user.type(screen.getByLabelText("Add an item"), "{Enter}");
  expect(await screen.findByText("$9.99 each, today’s price")).toBeVisible();
  expect(await screen.findByText("Moss bowl: 10 → 9 available")).toBeVisible();
  await expectAccessible(container);
  await clickReady("Save, $11.02 more to pay");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const saved = sent.find(({ path }) => path === "edits");
  expect(saved?.match).toBe("o1");
  expect(saved?.body).toEqual({
    version: "v1",
    lines: [
      { lineId: 7, quantity: 2 },
      { lineId: 8, quantity: 0 },
    ],
    added: [{ skuId: 5, quantity: 1 }],
    discount: null,
    address: null,
  });
});

it("sends a discount once it has a reason, and discards everything", async () => {
  const sent = answer(() => [200, preview("v1", { discount: usd(1050), toAskFor: usd(0) })]);
  show();
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Amount"), "10.50");
  expect(screen.queryByText("What will happen")).toBeNull();
  await user.type(screen.getByLabelText("Reason"), "Sorry");
  expect(await screen.findByText("−$10.50")).toBeVisible();
  expect(sent.at(-1)?.body).toMatchObject({ discount: { amount: 1050, reason: "Sorry" } });
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(screen.queryByText("What will happen")).toBeNull();
  expect(screen.getByLabelText("Reason")).toHaveValue("");
});

it("gives back what a paid order has too much, only with the right to", async () => {
  answer(() => [
    200,
    preview("v1", {
      ...{ toPayBefore: usd(0), toPayAfter: usd(0) },
      ...{ isPaid: true, toAskFor: usd(0), toGiveBack: usd(2759), needs: ["refunds.grant"] },
      parts: [{ kind: "online", label: "Original payment", amount: usd(2759) }],
    }),
  ]);
  const paid = { ...order, payment: "paid" } as Order;
  const user = userEvent.setup();
  const { unmount } = show(paid);
  expect(screen.getByText(/gets a link to pay for added items/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Remove Ink vase" }));
  expect(await screen.findByText("Original payment: $27.59 at once")).toBeVisible();
  const name = "Save and give back $27.59";
  await waitFor(() => expect(screen.getByRole("button", { name })).toBeEnabled());
  unmount();
  show(paid, ["orders.read", "orders.edit"]);
  await user.click(screen.getByRole("button", { name: "Remove Ink vase" }));
  expect(await screen.findByText(/You cannot give money back/)).toBeVisible();
  expect(screen.getByRole("button", { name })).toBeDisabled();
});

it("asks for what is added to a paid order, and says what follows", async () => {
  const toPay = { toPayBefore: usd(0), toPayAfter: usd(1102), toAskFor: usd(1102) };
  answer(() => [
    200,
    preview("v1", { ...toPay, isPaid: true, payUntil: "2026-11-26T19:30:00Z", paid: usd(6756) }),
  ]);
  // Without the right to refund goodwill: a discount only lowers what is asked for.
  show({ ...order, payment: "paid" }, ["orders.read", "orders.edit"]);
  const user = userEvent.setup();
  expect(screen.queryByLabelText("Amount")).toBeNull();
  await user.click(screen.getByRole("button", { name: "One more Moss bowl" }));
  expect(screen.getByLabelText("Reason")).toHaveAccessibleDescription(/It lowers what/);
  expect(await screen.findByText("To pay with the link")).toBeVisible();
  expect(screen.getByText(/The customer can pay until/)).toBeVisible();
  expect(screen.queryByText("To give back")).toBeNull();
  const name = "Save and ask for $11.02";
  await waitFor(() => expect(screen.getByRole("button", { name })).toBeEnabled());
});

it("shows the new figures if a price changed in between", async () => {
  answer((path) => {
    if (path === "edits/preview") return [200, preview("v1")];
    const changed = { code: "preview_changed", message: "Something has changed.", fields: {} };
    return [409, { ...changed, preview: preview("v2", { toAskFor: usd(5518) }) }];
  });
  const { onClose } = show();
  await userEvent.click(screen.getByRole("button", { name: "One more Moss bowl" }));
  await clickReady("Save, $11.02 more to pay");
  expect(await screen.findByText("Something has changed.")).toBeVisible();
  expect(await screen.findByRole("button", { name: "Save, $55.18 more to pay" })).toBeEnabled();
  expect(onClose).not.toHaveBeenCalled();
});

it("lets the operator choose where somebody else has changed the same", async () => {
  const theirs = {
    ...order,
    version: "o2",
    lines: [line(7, "Moss bowl", 1), line(8, "Ink vase", 1)],
  };
  const sent = answer((path) => {
    if (path === "edits/preview") return [200, preview("v1")];
    const code = "edit_conflict";
    return [412, { code, message: "Changed.", fields: {}, current: theirs, etag: "o2" }];
  });
  const { onChanged } = show();
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "One fewer Moss bowl" }));
  await user.click(screen.getByRole("button", { name: "Remove Ink vase" }));
  await clickReady("Save, $11.02 more to pay");
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText("Quantity of Moss bowl")).toBeVisible();
  // Only they changed the bowls; the removed vase is ours alone.
  expect(within(dialog).queryByText("Quantity of Ink vase")).toBeNull();
  await user.click(within(dialog).getByRole("button", { name: "Continue editing" }));
  expect(onChanged).toHaveBeenCalledWith(theirs);
  await waitFor(() =>
    expect(sent.at(-1)?.body).toMatchObject({ lines: [{ lineId: 8, quantity: 0 }] }),
  );
});

it("saves on top of a change that does not meet this one", async () => {
  const sent = answer((path) => {
    if (path === "edits/preview") return [200, preview("v1")];
    const isOld = sent.at(-1)?.match === "o1";
    const error = { code: "edit_conflict", message: "Changed.", fields: {}, etag: "o2" };
    return isOld ? [412, { ...error, current: { ...order, version: "o2" } }] : [200, null];
  });
  const { onClose } = show();
  await userEvent.click(screen.getByRole("button", { name: "Remove Ink vase" }));
  await clickReady("Save, $11.02 more to pay");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.filter(({ path }) => path === "edits").map(({ match }) => match)).toEqual([
    "o1",
    "o2",
  ]);
});
