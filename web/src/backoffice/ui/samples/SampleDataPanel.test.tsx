import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../testing";
import type { SampleData } from "./queries";
import { SampleDataPanel } from "./SampleDataPanel";
import { SampleMark } from "./SampleMark";

const NONE: SampleData = {
  state: "none",
  lastRun: null,
  figures: [],
  productIds: [],
  isConverted: false,
};
const RUN: NonNullable<SampleData["lastRun"]> = {
  kind: "put_in",
  state: "running",
  done: 24,
  total: 96,
  figures: [],
  failure: null,
  operatorName: "Ada",
  createdAt: "2026-01-01T00:00:00Z",
  finishedAt: null,
};
const PRESENT: SampleData = {
  ...NONE,
  state: "present",
  figures: [
    { kind: "product", outcome: "added", count: 62 },
    { kind: "category", outcome: "added", count: 1 },
  ],
  productIds: [7],
};
const REMOVAL = {
  figures: [
    { kind: "product", outcome: "removed", count: 60 },
    { kind: "product", outcome: "archived", count: 2 },
    { kind: "category", outcome: "in_use", count: 1 },
  ],
};

let data: SampleData;
const sent: string[] = [];

beforeEach(() => {
  data = NONE;
  sent.length = 0;
  vi.spyOn(globalThis, "fetch").mockImplementation((input) => {
    const { method, url } = input as Request;
    const path = new URL(url).pathname.replace("/api/admin/v1/", "");
    if (method === "POST") {
      sent.push(path);
      data = path.endsWith("put-in")
        ? { ...NONE, state: "putting_in", lastRun: RUN }
        : { ...PRESENT, state: "taking_out", lastRun: { ...RUN, kind: "take_out", total: 0 } };
    }
    const output = path === "sample-data/removal" ? REMOVAL : data;
    return Promise.resolve(Response.json({ status: true, output, error: null }));
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

test("adds sample data and shows the progress", async () => {
  const { container } = renderPage(<SampleDataPanel />);
  fireEvent.click(await screen.findByRole("button", { name: "Add sample data" }));
  expect(await screen.findByText("24 of 96 pictures stored")).toBeInTheDocument();
  expect(sent).toEqual(["sample-data/put-in"]);
  await expectAccessible(container);
});

test("says what removing does before it is done", async () => {
  data = PRESENT;
  const { container } = renderPage(<SampleDataPanel />);
  expect(await screen.findByText("In your shop: 62 products, 1 category.")).toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "Remove sample data" }));
  expect(await screen.findByText("60 products")).toBeInTheDocument();
  expect(screen.getByText("Archived, because ordered")).toBeInTheDocument();
  expect(screen.getByText("Left, because in use")).toBeInTheDocument();
  await expectAccessible(container);
  const confirm = screen.getByRole("button", { name: "Remove sample data now" });
  await waitFor(() => expect(confirm).toBeEnabled());
  fireEvent.click(confirm);
  expect(await screen.findByText("Removing the sample data…")).toBeInTheDocument();
});

test("says why it failed, and that prices are not converted", async () => {
  data = {
    ...NONE,
    isConverted: true,
    lastRun: { ...RUN, state: "failed", failure: "Something went wrong." },
  };
  renderPage(<SampleDataPanel />);
  expect(await screen.findByText("Something went wrong.")).toBeInTheDocument();
  expect(screen.getByText(/made for US dollars/)).toBeInTheDocument();
});

test("cannot be used without the right", async () => {
  renderPage(<SampleDataPanel />, { permissions: ["products.read", "products.edit"] });
  expect(await screen.findByRole("button", { name: "Add sample data" })).toBeDisabled();
});

test("marks the products that came with it", async () => {
  data = PRESENT;
  renderPage(
    <>
      <SampleMark productId={7} />
      <SampleMark productId={8} />
    </>,
  );
  expect(await screen.findAllByText("Sample")).toHaveLength(1);
});
