import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../ui/testing";
import ImportPage from "./ImportPage";
import type { Imports, Progress, Upload } from "./importQueries";
import ImportProgressPage from "./ImportProgressPage";

const UPLOAD: Upload = {
  state: "uploading",
  fileName: "shop.tar",
  size: 10,
  received: 0,
  operatorName: "Ada",
  createdAt: "2026-01-01T00:00:00Z",
  done: 0,
  total: 0,
  contents: null,
  failure: null,
};
const CONTENTS: NonNullable<Upload["contents"]> = {
  shopName: "Klee",
  exportedAt: "2026-01-01T00:00:00Z",
  program: "1.0",
  isEarlierSchema: false,
  hasSecrets: true,
  products: 62,
  customers: 30,
  orders: 1200,
  operators: 3,
  media: 90,
  rows: 20_000,
};
const RESULT: NonNullable<Progress["result"]> = {
  rows: 20_000,
  media: 90,
  hasKey: true,
  overridden: [],
  operatorEmail: "ada@example.com",
  ledger: [{ isOk: true, message: "Every wallet is the sum of its entries." }],
};
const FILE = new File(["0123456789"], "shop.tar");

let imports: Imports;
let progress: Progress | null;
/** Responses that come before the usual ones, by method and path. */
let first: Record<string, Response[]>;
let sent: string[];

function failure(status: number, code: string, fields = {}): Response {
  const error = { code, message: `Failed: ${code}`, fields };
  return Response.json({ status: false, output: null, error }, { status });
}

function outputOf(call: string): unknown {
  const { upload } = imports;
  switch (call) {
    case "POST archive-import":
      imports = { ...imports, upload: upload ?? UPLOAD };
      return imports;
    case "POST archive-import/parts": {
      const received = Math.min(10, (upload?.received ?? 0) + imports.partBytes);
      const state = received === 10 ? "uploaded" : "uploading";
      imports = { ...imports, upload: { ...UPLOAD, received, state } };
      return imports;
    }
    case "POST archive-import/check":
      imports = { ...imports, upload: { ...UPLOAD, received: 10, state: "checking" } };
      return imports;
    case "POST archive-import/start":
      return { token: "secret" };
    case "GET archive-import/progress":
      return progress;
    default:
      return imports;
  }
}

beforeEach(() => {
  imports = { isShopEmpty: true, partBytes: 4, maxBytes: 100, upload: null };
  progress = null;
  first = {};
  sent = [];
  vi.spyOn(globalThis, "fetch").mockImplementation((input) => {
    const { method, url } = input as Request;
    const { pathname, search } = new URL(url);
    const call = `${method} ${pathname.replace("/api/admin/v1/", "")}`;
    sent.push(call + search);
    const response = first[call]?.shift();
    const output = response ? null : outputOf(call);
    return Promise.resolve(response ?? Response.json({ status: true, output, error: null }));
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

function choose(file: File): void {
  const input = document.querySelector("input[type=file]");
  fireEvent.change(input as HTMLInputElement, { target: { files: [file] } });
}

test("uploads a file in parts and has it checked", async () => {
  const { container } = renderPage(<ImportPage />);
  expect(await screen.findByRole("button", { name: "Choose an archive" })).toBeEnabled();
  await expectAccessible(container);
  choose(FILE);
  expect(await screen.findByText("Checking shop.tar")).toBeInTheDocument();
  expect(sent.filter((call) => call.includes("parts"))).toEqual([
    "POST archive-import/parts?offset=0",
    "POST archive-import/parts?offset=4",
    "POST archive-import/parts?offset=8",
  ]);
});

test("sends a part again when the connection drops", async () => {
  first["POST archive-import/parts"] = [failure(502, "bad_gateway")];
  renderPage(<ImportPage />);
  await screen.findByRole("button", { name: "Choose an archive" });
  choose(FILE);
  expect(await screen.findByText("Checking shop.tar", {}, { timeout: 5000 })).toBeInTheDocument();
});

test("refuses a file that is too large before it is sent", async () => {
  renderPage(<ImportPage />);
  await screen.findByRole("button", { name: "Choose an archive" });
  choose(new File(["x".repeat(101)], "large.tar"));
  expect(await screen.findByText(/The file is larger than 100 byte/)).toBeInTheDocument();
  expect(sent).not.toContain("POST archive-import");
});

test("goes on with an upload that has stopped", async () => {
  imports = { ...imports, upload: { ...UPLOAD, received: 4 } };
  renderPage(<ImportPage />);
  expect(await screen.findByText(/The upload of shop.tar has stopped at 4 byte/)).toBeVisible();
  choose(FILE);
  expect(await screen.findByText("Checking shop.tar")).toBeInTheDocument();
  expect(sent).not.toContain("POST archive-import/parts?offset=0");
});

test("says why a file is refused, and takes another one", async () => {
  const failed = "The archive is damaged: the file ends early.";
  imports = { ...imports, upload: { ...UPLOAD, state: "refused", failure: failed } };
  const { container } = renderPage(<ImportPage />);
  expect(await screen.findByText(failed)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Choose an archive" })).toBeEnabled();
  await expectAccessible(container);
});

test("shows what the archive contains, and imports it with its passphrase", async () => {
  imports = { ...imports, upload: { ...UPLOAD, state: "ready", contents: CONTENTS } };
  first["POST archive-import/start"] = [
    failure(422, "invalid_fields", { passphrase: ["The passphrase is wrong."] }),
  ];
  const { container } = renderPage(<ImportPage />);
  expect(await screen.findByText("1,200")).toBeInTheDocument();
  await expectAccessible(container);
  fireEvent.click(screen.getByRole("button", { name: "Import this shop" }));
  expect(await screen.findByText("The passphrase is wrong.")).toBeInTheDocument();
  fireEvent.change(screen.getByLabelText(/Passphrase of the archive/), { target: { value: "x" } });
  fireEvent.click(screen.getByRole("button", { name: "Import this shop" }));
  await waitFor(() =>
    expect(sent.filter((call) => call === "POST archive-import/start")).toHaveLength(2),
  );
});

test("says after a failure that nothing was changed", async () => {
  const upload = { ...UPLOAD, state: "failed", contents: CONTENTS, failure: "The disk is full." };
  imports = { ...imports, upload: upload as Upload };
  renderPage(<ImportPage />);
  expect(await screen.findByText("The disk is full.")).toBeInTheDocument();
  expect(
    screen.getByRole("region", { name: "The import has failed. The shop is empty as before." }),
  ).toBeInTheDocument();
});

test("does not replace a shop", async () => {
  imports = { ...imports, isShopEmpty: false };
  renderPage(<ImportPage />);
  expect(await screen.findByText(/This shop has products/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Choose an archive" })).not.toBeInTheDocument();
});

test("shows the progress, also while the shop does not answer, and the result", async () => {
  first["GET archive-import/progress"] = [failure(503, "not_ready")];
  progress = { state: "running", step: "Tables", done: 3, total: 9, failure: null, result: null };
  const { container } = renderPage(<ImportProgressPage />);
  expect(await screen.findByText("The shop stops")).toBeInTheDocument();
  expect(
    await screen.findByText("Importing tables: 3 of 9", {}, { timeout: 5000 }),
  ).toBeInTheDocument();
  await expectAccessible(container);
  progress = { ...progress, state: "finished", result: RESULT };
  expect(
    await screen.findByText("All sums of stock and money are right.", {}, { timeout: 5000 }),
  ).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Sign in" })).toBeInTheDocument();
});

test("says what is missing without the key, and which sums are wrong", async () => {
  const ledger = [{ isOk: false, message: "Broken once: wallet 7." }];
  const result = { ...RESULT, hasKey: false, overridden: ["STALLAGE_LOW_STOCK"], ledger };
  progress = { state: "finished", step: null, done: 0, total: 0, failure: null, result };
  const { container } = renderPage(<ImportProgressPage />);
  expect(await screen.findByText("Broken once: wallet 7.")).toBeInTheDocument();
  expect(screen.getByText(/cannot be read without its key/)).toBeInTheDocument();
  expect(screen.getByText(/STALLAGE_LOW_STOCK/)).toBeInTheDocument();
  await expectAccessible(container);
});

test("says why an import has failed, and which address shows none", async () => {
  const failed = "The archive does not fit.";
  progress = { state: "failed", step: null, done: 0, total: 0, failure: failed, result: null };
  const { unmount } = renderPage(<ImportProgressPage />);
  expect(await screen.findByText(failed)).toBeInTheDocument();
  unmount();
  first["GET archive-import/progress"] = [failure(404, "not_found")];
  renderPage(<ImportProgressPage />);
  expect(await screen.findByText(/This address shows no import/)).toBeInTheDocument();
});
