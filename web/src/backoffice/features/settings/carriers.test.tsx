import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../ui/testing";
import CarriersPage from "./CarriersPage";
import { carrierParts, knownCarrier, trackingLink, withKnown } from "./carriers";
import type { Carriers } from "./queries";

const UPS = { name: "UPS", trackingUrl: "https://ups.example/?n={number}" };
const CARRIERS: Carriers = {
  carriers: [{ name: "By bike", trackingUrl: "https://bike.example/{number}", offered: true }],
  known: [UPS, { name: "DHL", trackingUrl: "https://dhl.example/{number}" }],
};

const sent: unknown[] = [];

function serve(theirs?: Carriers) {
  sent.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.url.includes("/presence/")) {
      return Response.json({ status: true, output: { others: [] }, error: null });
    }
    if (request.url.includes("/settings/changes")) {
      const output = { items: [], nextCursor: null, previousCursor: null };
      return Response.json({ status: true, output, error: null });
    }
    const headers = { ETag: `"${sent.length}"` };
    if (request.method === "GET") {
      return Response.json({ status: true, output: CARRIERS, error: null }, { headers });
    }
    const body = (await request.json()) as object;
    sent.push({ body, match: request.headers.get("If-Match") });
    if (theirs && sent.length === 1) {
      const error = { code: "edit_conflict", message: "Changed", current: theirs, etag: '"9"' };
      return Response.json({ status: false, output: null, error }, { status: 412 });
    }
    return Response.json({ status: true, output: { ...CARRIERS, ...body }, error: null });
  });
}

afterEach(() => vi.unstubAllGlobals());

const open = (permissions?: readonly ("settings.read" | "settings.edit")[]) =>
  renderPage(<CarriersPage />, {
    path: "/settings/carriers",
    ...(permissions ? { permissions: [...permissions] } : {}),
  });

test("a link is shown with the number, and only if it is a web address", () => {
  expect(trackingLink("https://a.example/{number}?n={number}", " 1 2/3 ")).toBe(
    "https://a.example/12%2F3?n=12%2F3",
  );
  expect(trackingLink("javascript:alert({number})", "1")).toBeNull();
  expect(trackingLink("https://", "1")).toBeNull();
});

test("a known carrier as usual is not stored", () => {
  const off = withKnown(CARRIERS, UPS, { ...UPS, offered: false });
  expect(off.carriers).toHaveLength(2);
  expect(knownCarrier(off, UPS)).toMatchObject({ isChanged: false, carrier: { offered: false } });
  expect(withKnown(off, UPS, { ...UPS, offered: true })).toEqual(CARRIERS);
  expect(Object.keys(carrierParts.split(off))).toEqual(["by bike", "ups"]);
  const twice = { ...CARRIERS, carriers: [...CARRIERS.carriers, ...CARRIERS.carriers] };
  expect(Object.keys(carrierParts.split(twice))).toHaveLength(2);
});

test("a carrier is added with a preview of its link, and a known one switched off", async () => {
  serve();
  const { container } = open();
  await screen.findByDisplayValue("By bike");
  await expectAccessible(container);
  await userEvent.click(screen.getByRole("button", { name: "Add carrier" }));
  const [, name] = screen.getAllByLabelText("Name");
  const [, link] = screen.getAllByLabelText("Tracking link");
  if (!name || !link) throw new Error("There is no new carrier.");
  await userEvent.type(name, "ups van");
  await userEvent.clear(link);
  await userEvent.type(link, "https://van.example/t/{{number}");
  const number = screen.getByLabelText("Tracking number");
  await userEvent.clear(number);
  await userEvent.type(number, "7 8");
  expect(screen.getByRole("link", { name: "https://van.example/t/78" })).toBeInTheDocument();
  await userEvent.click(screen.getByRole("switch", { name: "Offer DHL" }));
  await userEvent.click(screen.getByRole("button", { name: /^Save/ }));
  await screen.findByText("Settings saved");
  expect(sent).toEqual([
    {
      match: '"0"',
      body: {
        carriers: [
          ...CARRIERS.carriers,
          { name: "ups van", trackingUrl: "https://van.example/t/{number}", offered: true },
          { name: "DHL", trackingUrl: "https://dhl.example/{number}", offered: false },
        ],
      },
    },
  ]);
});

test("the usual link of a known carrier comes back, and a conflict offers both", async () => {
  const theirs = {
    ...CARRIERS,
    carriers: [{ ...UPS, trackingUrl: "https://theirs.example/{number}", offered: true }],
  };
  serve(theirs);
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Change link of UPS" }));
  const field = screen.getByLabelText("Tracking link of UPS");
  await userEvent.clear(field);
  await userEvent.type(field, "https://mine.example/{{number}");
  await userEvent.click(screen.getByRole("button", { name: /^Save/ }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText(/theirs\.example/)).toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("button", { name: "Use the usual link of UPS" }));
  expect(screen.queryByLabelText("Tracking link of UPS")).toBeNull();
});

test("without the right, nothing can be changed", async () => {
  serve();
  open(["settings.read"]);
  expect(await screen.findByDisplayValue("By bike")).toHaveAttribute("readonly");
  expect(screen.queryByRole("button", { name: "Add carrier" })).toBeNull();
  expect(screen.getByRole("switch", { name: "Offer DHL" })).toBeDisabled();
});
