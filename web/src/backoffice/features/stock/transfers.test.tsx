import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../ui/testing";
import NewTransferPage from "./NewTransferPage";
import { HOSTILE, ITEM, LOCATIONS, sent, serve } from "./serving";
import TransferPage from "./TransferPage";
import TransfersPage from "./TransfersPage";

afterEach(() => vi.unstubAllGlobals());

const TRANSFER = {
  transfer: {
    id: 7,
    sourceId: 1,
    source: "Main location",
    targetId: 2,
    target: "Store",
    state: "sent",
    units: 6,
    received: 0,
    lost: 0,
    inTransit: 6,
    createdAt: "2026-11-20T08:00:00Z",
    sentAt: "2026-11-20T09:00:00Z",
    finishedAt: null,
  },
  note: HOSTILE,
  author: "Priya Raman",
  lines: [
    {
      skuId: 5,
      product: "Moss bowl",
      options: "",
      sku: "BOWL-S",
      barcode: "",
      quantity: 6,
      received: 0,
      lost: 0,
      returned: 0,
      inTransit: 6,
      sendable: 4,
    },
  ],
};
const DRAFT = {
  ...TRANSFER,
  transfer: { ...TRANSFER.transfer, state: "draft", inTransit: 0, sentAt: null },
};
const TRANSFER_ROUTE = { path: "/stock/transfers/7", route: "/stock/transfers/:id" };

test("the list begins with transfers under way", async () => {
  serve({
    "GET /stock/transfers": { items: [TRANSFER.transfer], nextCursor: null, previousCursor: null },
  });
  const { container } = renderPage(<TransfersPage />);
  expect(await screen.findByRole("link", { name: "Main location to Store" })).toBeVisible();
  expect(screen.getByRole("link", { name: "New transfer" })).toBeVisible();
  await expectAccessible(container);
});

test("a scanned item is drafted for another location", async () => {
  serve({
    "GET /stock/locations": LOCATIONS,
    "GET /stock": { items: [ITEM], nextCursor: null, previousCursor: null },
    "POST /stock/transfers": DRAFT,
  });
  const user = userEvent.setup();
  const { container } = renderPage(<NewTransferPage />);
  const search = await screen.findByLabelText("Scan or find an item");
  await user.type(search, "4006381333931{Enter}");
  expect(await screen.findByText("7 can be sent")).toBeVisible();
  await user.type(search, "4006381333931{Enter}");
  await waitFor(() => expect(screen.getByLabelText(/^Units of/)).toHaveValue("2"));
  await expectAccessible(container);
  await user.click(screen.getByRole("button", { name: "Create transfer" }));
  await waitFor(() => expect(sent("POST")).toHaveLength(1));
  expect(JSON.parse(sent("POST")[0]?.body ?? "")).toEqual({
    sourceId: 1,
    targetId: 2,
    note: "",
    lines: [{ skuId: 5, quantity: 2 }],
  });
});

test("a draft with too many units cannot be sent", async () => {
  serve({ "GET /stock/transfers/7": DRAFT });
  renderPage(<TransferPage />, TRANSFER_ROUTE);
  expect(await screen.findByText("4 can be sent")).toBeVisible();
  expect(screen.getByRole("button", { name: "Send" })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Cancel transfer" })).toBeEnabled();
});

test("what arrives and what is lost never exceed what is in transit", async () => {
  serve({ "GET /stock/transfers/7": TRANSFER, "POST /stock/transfers/7/receive": TRANSFER });
  const user = userEvent.setup();
  const { container } = renderPage(<TransferPage />, TRANSFER_ROUTE);
  await user.click(await screen.findByRole("button", { name: "Receive" }));
  const panel = await screen.findByRole("region", { name: "Receive" });
  const lost = within(panel).getByLabelText(/^Damaged or lost units/);
  await user.clear(lost);
  await user.type(lost, "2");
  await expectAccessible(container);
  await user.click(within(panel).getByRole("button", { name: "Add 4 units" }));
  await waitFor(() => expect(sent("POST")).toHaveLength(1));
  expect(JSON.parse(sent("POST")[0]?.body ?? "")).toEqual({
    lines: [{ skuId: 5, received: 4, lost: 2 }],
    note: "",
  });
  expect(container.querySelector("img")).toBeNull();
});

test("who may only read neither receives nor cancels", async () => {
  serve({ "GET /stock/transfers/7": TRANSFER });
  renderPage(<TransferPage />, { ...TRANSFER_ROUTE, permissions: ["stock.read"] });
  expect(await screen.findByText(HOSTILE)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Receive" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Cancel transfer" })).toBeNull();
});
