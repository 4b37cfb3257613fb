import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../ui/testing";
import BlogEditorPage from "./BlogEditorPage";
import { diffLines } from "./diff";
import EmailPage from "./EmailPage";
import FaqsPage from "./FaqsPage";
import { slugOf } from "./slugOf";
import { losesParts } from "./TextEditor";

const BLOG = {
  id: 7,
  slug: "first-firing",
  title: "First firing",
  summary: "",
  author: "Ida",
  image: null,
  state: "draft",
  publishedAt: null,
  updatedAt: "2026-10-01T08:00:00Z",
  path: "/blogs/first-firing",
  source: "It *worked*.",
  format: "markdown",
  content: "<p>It <em>worked</em>.</p>",
  readingMinutes: 1,
  productSlugs: [],
  draft: true,
  seoTitle: "",
  seoDescription: "",
  etag: '"one"',
};
const EMAIL = {
  name: "order_delivered",
  title: "Order delivered",
  when: "When an order is delivered.",
  audience: "shoppers",
  editable: true,
  changed: false,
  updatedAt: null,
  updatedBy: "",
  locale: "en-US",
  texts: [
    { name: "subject", label: "Subject", default: "Delivered", own: null, singleLine: true },
    { name: "intro", label: "Text", default: "Enjoy it.", own: null, singleLine: false },
  ],
  placeholders: [{ name: "shop_name", description: "Name of the shop" }],
  etag: '"one"',
};
const EDITOR = { permissions: ["content.read", "content.edit"] as const };

const requests: { method: string; path: string; body: unknown; match: string | null }[] = [];

/** Answers the API; `answers` has outputs, or whole responses, by method and path. */
function serve(answers: Record<string, unknown>) {
  requests.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname.replace("/api/admin/v1/content", "");
    const text = await request.text();
    const body: unknown = text ? JSON.parse(text) : null;
    requests.push({ method: request.method, path, body, match: request.headers.get("If-Match") });
    const answer = answers[`${request.method} ${path}`];
    if (answer instanceof Response) return answer.clone();
    return Response.json({ status: true, output: answer ?? { items: [] }, error: null });
  });
}

afterEach(() => vi.unstubAllGlobals());

test("an article is published with its unsaved changes, and stays Markdown", async () => {
  const user = userEvent.setup();
  serve({ "GET /blogs/7": BLOG, "PATCH /blogs/7": { ...BLOG, state: "published", draft: false } });
  const { container } = renderPage(<BlogEditorPage />, {
    route: "/content/blogs/:id",
    path: "/content/blogs/7",
    ...EDITOR,
  });
  const text = await screen.findByRole("textbox", { name: "Text" });
  expect(text).toHaveValue("It *worked*.");
  await expectAccessible(container);
  await user.type(text, " Twice.");
  await user.click(screen.getByRole("button", { name: "Publish" }));
  await waitFor(() => expect(requests.some(({ method }) => method === "PATCH")).toBe(true));
  const sent = requests.find(({ method }) => method === "PATCH");
  expect(sent?.body).toEqual({ source: "It *worked*. Twice.", draft: false, publishedAt: null });
  expect(sent?.match).toBe('"one"');
});

test("who may only read sees no buttons that write", async () => {
  serve({ "GET /blogs/7": BLOG });
  renderPage(<BlogEditorPage />, {
    route: "/content/blogs/:id",
    path: "/content/blogs/7",
    permissions: ["content.read"],
  });
  expect(await screen.findByRole("textbox", { name: "Text" })).toBeDisabled();
  expect(screen.queryByRole("button", { name: "Publish" })).toBeNull();
  expect(screen.queryByRole("button", { name: "More actions" })).toBeNull();
});

test("questions are edited and saved as one list", async () => {
  const user = userEvent.setup();
  const item = { group: "Clay", question: "Safe?", answer: "Yes", format: "markdown" };
  serve({
    "GET /faqs": { items: [item], etag: '"one"' },
    "PUT /faqs": { items: [item], etag: '"two"' },
  });
  renderPage(<FaqsPage />, { path: "/content/faqs", ...EDITOR });
  await user.click(await screen.findByRole("button", { name: "Edit Safe?" }));
  await user.type(screen.getByLabelText("Question"), "?");
  await user.click(screen.getByRole("button", { name: /^Save/ }));
  const saved = () => requests.find(({ method, path }) => method === "PUT" && path === "/faqs");
  await waitFor(() => expect(saved()).toBeDefined());
  expect(saved()?.body).toEqual({ items: [{ ...item, question: "Safe??" }] });
});

test("an email says which text is wrong before it is saved", async () => {
  const user = userEvent.setup();
  const error = {
    code: "invalid_fields",
    message: "Please check the marked fields.",
    fields: { intro: ["{x} is not a placeholder of this email."] },
  };
  serve({
    "GET /emails/order_delivered": EMAIL,
    "POST /emails/order_delivered/preview": Response.json(
      { status: false, output: null, error },
      { status: 422 },
    ),
  });
  renderPage(<EmailPage />, {
    route: "/content/emails/:name",
    path: "/content/emails/order_delivered",
    ...EDITOR,
  });
  await user.type(await screen.findByLabelText("Text"), "!");
  expect(await screen.findByText(/is not a placeholder/)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Use the default for Text" }));
  expect(screen.getByLabelText("Text")).toHaveValue("Enjoy it.");
});

test("a version is compared by paragraph", () => {
  expect(diffLines("<p>a</p><p>b</p>", "<p>a</p><p>c</p>")).toEqual([
    { kind: "same", text: "<p>a</p>" },
    { kind: "removed", text: "<p>b</p>" },
    { kind: "added", text: "<p>c</p>" },
  ]);
  expect(diffLines("", "a")).toEqual([{ kind: "added", text: "a" }]);
});

test("addresses follow titles, and tables are not lost", () => {
  expect(slugOf("Crème & Clay!")).toBe("creme-clay");
  expect(losesParts("<p>a <strong>b</strong></p>")).toBe(false);
  expect(losesParts("<p>a</p><table><tr><td>b</td></tr></table>")).toBe(true);
});
