import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../../ui/testing";
import type { SearchRedirectDetails, SynonymDetails } from "./queries";
import SearchWordsPage from "./SearchWordsPage";

const SOFA: SynonymDetails = {
  id: 1,
  phrase: "sofa",
  alternatives: ["couch"],
  bothWays: true,
  etag: '"one"',
};
const RETURNS: SearchRedirectDetails = {
  id: 2,
  phrase: "returns",
  target: "/return-and-exchange",
  etag: '"three"',
};
const LISTED = { ...RETURNS, isBroken: false };
const RETURNS_PAGE = { kind: "page", title: "Returns", path: "/page/returns" };
const WORDS = {
  days: 30,
  missed: [
    { query: "settee", times: 1200, hasSynonyms: false, hasRedirect: false },
    { query: "couch", times: 3, hasSynonyms: true, hasRedirect: false },
    { query: "returns", times: 2, hasSynonyms: false, hasRedirect: true },
  ],
  synonyms: [SOFA],
  redirects: [LISTED],
};

const sent: { method: string; body: unknown; match: string | null }[] = [];

function serve(words = WORDS, conflict?: SynonymDetails | SearchRedirectDetails) {
  sent.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    const answer = (output: unknown) => Response.json({ status: true, output, error: null });
    if (request.url.endsWith("/suggested-queries")) {
      return answer({ days: 30, suggested: [], hidden: [] });
    }
    if (request.url.endsWith("/starter-synonyms")) return answer({ isOn: true, groups: [] });
    if (request.url.includes("/redirects/targets")) return answer({ items: [RETURNS_PAGE] });
    if (request.method === "GET") return answer(words);
    const text = await request.text();
    sent.push({
      method: request.method,
      body: text === "" ? null : (JSON.parse(text) as unknown),
      match: request.headers.get("If-Match"),
    });
    if (conflict && sent.length === 1) {
      const error = { code: "edit_conflict", message: "", current: conflict, etag: conflict.etag };
      return Response.json({ status: false, output: null, error }, { status: 412 });
    }
    return answer(SOFA);
  });
}

afterEach(() => vi.unstubAllGlobals());

const open = (permissions?: "products.read"[]) =>
  renderPage(<SearchWordsPage />, {
    path: "/storefront/search-words",
    ...(permissions ? { permissions } : {}),
  });

test("a search without result gets synonyms with one click", async () => {
  serve();
  const { container } = open();
  await userEvent.click(await screen.findByRole("button", { name: "Add synonyms: settee" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByLabelText("A search for")).toHaveValue("settee");
  // Without Enter, what was typed counts too.
  await userEvent.type(within(dialog).getByRole("combobox", { name: "Also finds" }), "sofa");
  await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(sent).toEqual([
    {
      method: "POST",
      body: { phrase: "settee", alternatives: ["sofa"], bothWays: true },
      match: null,
    },
  ]);
  await expectAccessible(container);
});

test("synonyms are changed, unless somebody else has done so meanwhile", async () => {
  serve(WORDS, { ...SOFA, alternatives: ["bench"], etag: '"two"' });
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Edit: sofa" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByLabelText("And the other way round"));
  await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(sent[0]).toEqual({
    method: "PUT",
    body: { phrase: "sofa", alternatives: ["couch"], bothWays: false },
    match: '"one"',
  });
  expect(await screen.findByText("bench")).toBeVisible();
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Save" }));
  expect(sent[1]).toMatchObject({ body: { alternatives: ["bench"] }, match: '"two"' });
});

test("deleted synonyms can be taken back", async () => {
  serve();
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Edit: sofa" }));
  await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
  expect(sent[0]).toMatchObject({ method: "DELETE" });
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(sent[1]).toMatchObject({
    method: "POST",
    body: { phrase: "sofa", alternatives: ["couch"], bothWays: true },
  });
});

test("who may not edit sees the words without buttons", async () => {
  serve();
  open(["products.read"]);
  expect(await screen.findByText("1,200")).toBeVisible();
  expect(screen.getByText("Has synonyms")).toBeVisible();
  expect(screen.getByText("Leads to a page")).toBeVisible();
  expect(screen.queryByRole("button", { name: /synonyms|Edit|redirect/ })).toBeNull();
});

test("an empty shop says what appears here", async () => {
  serve({ days: 30, missed: [], synonyms: [], redirects: [] });
  open();
  expect(await screen.findByText("Every search has found something.")).toBeVisible();
  expect(screen.getByText(/sofa finds couches too/)).toBeVisible();
  expect(screen.getByText(/can lead to a page/)).toBeVisible();
});

test("a search without result leads to a page with one click", async () => {
  serve();
  const { container } = open();
  await userEvent.click(await screen.findByRole("button", { name: "Add redirect: settee" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByLabelText("A search for")).toHaveValue("settee");
  await userEvent.type(within(dialog).getByRole("combobox", { name: "Leads to" }), " /faqs");
  await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(sent).toEqual([
    { method: "POST", body: { phrase: "settee", target: "/faqs" }, match: null },
  ]);
  await expectAccessible(container);
});

test("a page is found by its title", async () => {
  serve();
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Add redirect: settee" }));
  await userEvent.type(await screen.findByRole("combobox", { name: "Leads to" }), "Ret");
  await userEvent.click(await screen.findByRole("option", { name: /Returns/, hidden: true }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(sent[0]).toMatchObject({ body: { phrase: "settee", target: "/page/returns" } });
});

test("a redirect is changed, unless somebody else has done so meanwhile", async () => {
  serve(WORDS, { ...RETURNS, target: "/blogs", etag: '"four"' });
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Change redirect: returns" }));
  const target = await screen.findByRole("combobox", { name: "Leads to" });
  await userEvent.clear(target);
  await userEvent.type(target, "/faqs");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(sent[0]).toEqual({
    method: "PUT",
    body: { phrase: "returns", target: "/faqs" },
    match: '"three"',
  });
  expect(await screen.findByDisplayValue("/blogs")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(sent[1]).toMatchObject({ body: { target: "/blogs" }, match: '"four"' });
});

test("a redirect whose page is gone is marked", async () => {
  serve({ ...WORDS, redirects: [{ ...LISTED, isBroken: true }] });
  open();
  expect(await screen.findByText(/does not exist or is not shown/)).toBeVisible();
});

test("a deleted redirect can be taken back", async () => {
  serve();
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Change redirect: returns" }));
  await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
  expect(sent[0]).toMatchObject({ method: "DELETE" });
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(sent[1]).toMatchObject({
    method: "POST",
    body: { phrase: "returns", target: "/return-and-exchange" },
  });
});
