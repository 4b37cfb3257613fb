import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { ChangeHistory } from "./ChangeHistory";
import { expectAccessible, renderPage } from "./testing";

const CHANGE = {
  id: 7,
  happenedAt: "2026-10-01T08:00:00Z",
  area: "general",
  by: "Priya Raman",
  before: { low_stock: 5 },
  after: { low_stock: 3, tax_number: "DE1" },
  undoes: null,
  isUndone: false,
  isRestorable: true,
  editPermission: "settings.edit",
};

const requests: string[] = [];

/** Answers with these changes, and an undo with this error. */
function serve(items: readonly unknown[], error: unknown = null) {
  requests.length = 0;
  vi.stubGlobal("fetch", (request: Request) => {
    const { pathname, search } = new URL(request.url);
    requests.push(`${request.method} ${pathname.replace("/api/admin/v1", "")}${search}`);
    const isUndo = request.method === "POST";
    const output = isUndo ? { area: "general" } : { items, nextCursor: null, previousCursor: null };
    const body =
      isUndo && error ? { status: false, output: null, error } : { status: true, output };
    return Promise.resolve(Response.json(body, { status: isUndo && error ? 422 : 200 }));
  });
}

const LABELS: Readonly<Record<string, string>> = {
  low_stock: "Low stock",
  tax_number: "Tax number",
};
const label = (key: string) => LABELS[key] ?? key;

afterEach(() => vi.unstubAllGlobals());

test("a change is undone, and everything is loaded again", async () => {
  const user = userEvent.setup();
  serve([CHANGE]);
  const { container } = renderPage(
    <ChangeHistory area="general" keys={["a", "b"]} label={label} hasRecords />,
  );
  const what = "Low stock changed, Tax number added";
  expect(await screen.findByText(what)).toBeInTheDocument();
  expect(requests).toEqual(["GET /settings/changes?area=general&key=a&key=b&limit=10"]);
  await expectAccessible(container);
  await user.click(screen.getByRole("button", { name: `Undo: ${what}` }));
  await waitFor(() => expect(requests).toHaveLength(3));
  expect(requests[1]).toBe("POST /settings/changes/7/undo");
});

test("why a change cannot be undone is shown beside it", async () => {
  const user = userEvent.setup();
  serve([CHANGE], {
    code: "invalid_fields",
    message: "Please check the marked fields.",
    fields: { currency: ["There are orders in USD."] },
  });
  renderPage(<ChangeHistory area="general" label={label} />);
  await user.click(await screen.findByRole("button", { name: /^Undo/ }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Nothing was changed");
  expect(screen.getByText("There are orders in USD.")).toBeInTheDocument();
});

test("a change without its secret, an undone one and one without the right have no button", async () => {
  serve([
    { ...CHANGE, isRestorable: false },
    { ...CHANGE, id: 8, isUndone: true },
    { ...CHANGE, id: 9, editPermission: "content.edit" },
  ]);
  renderPage(<ChangeHistory label={label} />, { permissions: ["settings.edit"] });
  const rows = await screen.findAllByRole("listitem");
  expect(within(rows[0] as HTMLElement).getByText(/enter it again/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
});

test("where nothing changed, the audit log shows no panel", async () => {
  serve([]);
  renderPage(<ChangeHistory auditEntry={3} label={label} hidesEmpty />);
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(screen.queryByRole("region")).toBeNull();
});
