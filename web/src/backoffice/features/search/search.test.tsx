import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../ui/testing";
import type { Place } from "./entries";
import { matchesName, orderNumber, parseCommand, searchedText } from "./grammar";
import Palette from "./Palette";
import { readRecent, rememberOpened } from "./recent";

const PLACES: Place[] = [
  { path: "/orders", label: "area.orders", icon: "orders" },
  { path: "/audit", label: "area.audit", icon: "shield" },
];
const CREATIONS: Place[] = [{ path: "/webhooks?new", label: "create.webhook", icon: "webhook" }];
const FOUND = {
  groups: [
    {
      kind: "orders",
      hasMore: true,
      items: [
        {
          id: "SO-7K2M-9QXD",
          title: "SO-7K2M-9QXD",
          detail: "Ada Miller",
          status: "to_pack",
          amount: { amount: 6710, currency: "USD" },
          time: "2026-11-20T08:00:00Z",
        },
      ],
    },
    {
      kind: "customers",
      hasMore: false,
      items: [
        {
          id: "42",
          title: '<img src=x onerror="window.hit=1">',
          detail: "ada@example.com",
          status: null,
          amount: null,
          time: null,
        },
      ],
    },
  ],
};

let queries: string[] = [];

beforeEach(() => {
  queries = [];
  localStorage.clear();
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal("fetch", (request: Request) => {
    const q = new URL(request.url).searchParams.get("q") ?? "";
    queries.push(q);
    return Promise.resolve(
      Response.json({ status: true, output: q === "ada" ? FOUND : { groups: [] }, error: null }),
    );
  });
});
afterEach(() => vi.unstubAllGlobals());

function open(permissions?: Parameters<typeof renderPage>[1]) {
  const onClose = vi.fn();
  const view = renderPage(
    <Palette opened onClose={onClose} places={PLACES} creations={CREATIONS} />,
    permissions,
  );
  return { ...view, onClose, box: screen.getByRole("combobox") };
}

describe("the grammar of commands", () => {
  it.each([
    ["SO-7K2M-9QXD", "SO-7K2M-9QXD"],
    ["so 7k2m 9qxd", "SO-7K2M-9QXD"],
    ["7k2m9qxd", "SO-7K2M-9QXD"],
    ["SO-1256", null],
    ["SO-ILOU-9QXD", null],
    ["", null],
  ])("reads %s as %s", (text, number) => expect(orderNumber(text)).toBe(number));

  it("reads verbs, places and new records", () => {
    const number = "SO-7K2M-9QXD";
    expect(parseCommand("Refund so-7k2m-9qxd")).toEqual({ kind: "order", verb: "refund", number });
    expect(parseCommand("ship order SO 7K2M 9QXD")).toEqual({
      kind: "order",
      verb: "ship",
      number,
    });
    expect(parseCommand("refund Miller")).toEqual({
      kind: "findOrder",
      verb: "refund",
      text: "Miller",
    });
    expect(parseCommand("open draft #12")).toEqual({ kind: "draft", id: 12 });
    expect(parseCommand("open orders")).toEqual({ kind: "goTo", text: "orders" });
    expect(searchedText("refund 9QXD")).toBe("9QXD");
    expect(searchedText("go to audit")).toBeNull();
    expect(parseCommand("new webhook")).toEqual({ kind: "new", text: "webhook" });
    expect(parseCommand("go to Audit")).toEqual({ kind: "goTo", text: "audit" });
    expect(parseCommand("Ada Miller")).toBeNull();
  });

  it("matches the beginnings of words", () => {
    expect(matchesName("Draft order", "dr or")).toBe(true);
    expect(matchesName("Draft order", "raft")).toBe(false);
  });
});

test("arrow keys choose, Enter opens, and the choice is announced", async () => {
  const user = userEvent.setup();
  const { box, router, onClose } = open();
  await user.type(box, "ada");
  const first = await screen.findByRole("option", { name: /SO-7K2M-9QXD/ });
  expect(first).toHaveAttribute("aria-selected", "true");
  expect(box).toHaveAttribute("aria-activedescendant", first.id);
  await user.keyboard("{ArrowDown}");
  const more = screen.getByRole("option", { name: "All orders that match" });
  expect(more).toHaveAttribute("aria-selected", "true");
  await user.keyboard("{ArrowUp}{ArrowUp}{ArrowDown}{Enter}");
  expect(router.state.location.pathname).toBe("/orders/SO-7K2M-9QXD");
  expect(onClose).toHaveBeenCalled();
  expect(readRecent(1)).toEqual([{ kind: "orders", id: "SO-7K2M-9QXD" }]);
});

test("a verb and a part of an order's name or number runs the command", async () => {
  const user = userEvent.setup();
  const { box, router } = open();
  await user.type(box, "refund ada");
  const option = await screen.findByRole("option", { name: /Refund SO-7K2M-9QXD/ });
  expect(option).toHaveTextContent("Ada Miller");
  expect(queries.at(-1)).toBe("ada");
  await user.keyboard("{Enter}");
  expect(router.state.location.pathname + router.state.location.search).toBe(
    "/orders/SO-7K2M-9QXD?panel=refund",
  );
});

test("a verb that the operator may not use finds nothing", async () => {
  const user = userEvent.setup();
  const { box } = open({ permissions: ["orders.read"] });
  await user.type(box, "refund ada");
  await waitFor(() => expect(queries.at(-1)).toBe("ada"));
  expect(screen.queryByRole("option")).not.toBeInTheDocument();
});

test("groups are labelled, and names are only text", async () => {
  const user = userEvent.setup();
  const { box, baseElement } = open();
  await user.type(box, "ada");
  const group = await screen.findByRole("group", { name: "Customers" });
  expect(within(group).getByText(/onerror/)).toBeInTheDocument();
  expect(baseElement.querySelector("img")).toBeNull();
  await expectAccessible(baseElement);
});

test("a command runs without asking the server first, and only with its right", async () => {
  const user = userEvent.setup();
  const { box, router } = open();
  await user.type(box, "refund so-7k2m9qxd");
  expect(screen.getByRole("option", { name: "Refund SO-7K2M-9QXD" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await user.keyboard("{Enter}");
  expect(router.state.location.pathname + router.state.location.search).toBe(
    "/orders/SO-7K2M-9QXD?panel=refund",
  );
});

test("a command that the operator may not run is not offered", async () => {
  const user = userEvent.setup();
  const { box } = open({ permissions: ["orders.read"] });
  await user.type(box, "refund SO-7K2M-9QXD");
  await waitFor(() => expect(screen.getByText(/Nothing found/)).toBeVisible());
  expect(screen.queryByRole("option", { name: /^Refund/ })).toBeNull();
});

test("the empty box shows what was opened last, commands and pages", () => {
  rememberOpened(1, { kind: "customers", id: "42" });
  rememberOpened(2, { kind: "orders", id: "SO-AAAA-BBBB" });
  open();
  expect(screen.getAllByRole("option").map((one) => one.textContent)).toEqual([
    "Customers 42",
    "New webhook",
    "Go to Orders",
    "Go to Audit log",
  ]);
  expect(queries).toEqual([]);
});
