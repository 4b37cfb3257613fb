import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../ui/testing";
import DeliveryPage from "./DeliveryPage";
import WebhookPage from "./WebhookPage";
import WebhooksPage from "./WebhooksPage";

const WEBHOOK = {
  id: 7,
  url: "https://books.example/hook",
  description: "Books",
  topics: ["order.placed", "order.paid"],
  enabled: true,
  failingSince: "2026-11-20T08:00:00Z",
  pausedUntil: null,
  waiting: 3,
  lastStatus: 503,
  lastTriedAt: "2026-11-20T08:10:00Z",
  previousSecretUntil: null,
  createdAt: "2026-10-01T08:00:00Z",
  updatedAt: "2026-10-01T08:00:00Z",
  etag: '"one"',
};
const DELIVERY = {
  id: 31,
  endpointId: 7,
  messageId: "evt_0123",
  topic: "order.placed",
  subject: "order:17",
  state: "waiting",
  tries: 2,
  lastStatus: 503,
  lastError: null,
  nextTryAt: "2026-11-20T09:00:00Z",
  happenedAt: "2026-11-20T08:00:00Z",
  finishedAt: null,
};
const HOSTILE = '<img src=x onerror="window.hit=1">';

const requests: { method: string; path: string; body: string; match: string | null }[] = [];

/** Answers the API; `answers` has outputs by method and path. */
function serve(answers: Record<string, unknown>) {
  requests.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname.replace("/api/admin/v1", "");
    const key = `${request.method} ${path}`;
    requests.push({
      method: request.method,
      path,
      body: await request.clone().text(),
      match: request.headers.get("If-Match"),
    });
    const output = answers[key];
    return output === undefined
      ? Response.json(
          { status: false, output: null, error: { code: "not_found", message: key, fields: {} } },
          { status: 404 },
        )
      : Response.json({ status: true, output, error: null });
  });
}

afterEach(() => vi.unstubAllGlobals());

test("the list says which webhook fails", async () => {
  serve({ "GET /webhooks": { items: [WEBHOOK] } });
  const { container } = renderPage(<WebhooksPage />);
  const row = (await screen.findByText("Books")).closest("tr") as HTMLElement;
  expect(within(row).getByText("Fails")).toBeVisible();
  expect(within(row).getByText("2 topics")).toBeInTheDocument();
  await expectAccessible(container);
});

test("who may not edit webhooks sees no buttons", async () => {
  serve({ "GET /webhooks": { items: [] } });
  renderPage(<WebhooksPage />, { permissions: ["webhooks.read"] });
  expect(await screen.findByText(/appear here/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Add webhook" })).toBeNull();
});

test("a new webhook shows its secret once", async () => {
  serve({
    "GET /webhooks": { items: [] },
    "GET /webhooks/topics": { version: "1", items: [] },
    "POST /webhooks": { endpoint: WEBHOOK, secret: "whsec_abc" },
  });
  const user = userEvent.setup();
  renderPage(<WebhooksPage />);
  const [add] = await screen.findAllByRole("button", { name: "Add webhook" });
  await user.click(add as HTMLElement);
  await user.type(screen.getByLabelText("URL"), "https://books.example/hook");
  const form = screen.getByLabelText("URL").closest("form") as HTMLElement;
  await user.click(within(form).getByRole("button", { name: "Add webhook" }));
  const dialog = await screen.findByRole("dialog", { name: "Signing secret" });
  expect(within(dialog).getByText("whsec_abc")).toBeVisible();
  const sent = requests.find(({ method }) => method === "POST");
  expect(JSON.parse(sent?.body ?? "")).toEqual({
    url: "https://books.example/hook",
    description: "",
    topics: ["*"],
  });
});

test("deleting says what is lost, in figures", async () => {
  serve({
    "GET /webhooks/7": WEBHOOK,
    "GET /webhooks/7/deliveries": { items: [DELIVERY], nextCursor: null, previousCursor: null },
    "GET /webhooks/7/deliveries/count": { value: 1, exact: true },
    "DELETE /webhooks/7": null,
  });
  const user = userEvent.setup();
  renderPage(<WebhookPage />, { path: "/webhooks/7", route: "/webhooks/:id" });
  await user.click(await screen.findByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
  expect(await screen.findByText(/3 waiting deliveries are not sent/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Delete webhook" }));
  await waitFor(() => expect(requests.some(({ method }) => method === "DELETE")).toBe(true));
});

test("what a receiver answered is shown as text", async () => {
  serve({
    "GET /webhook-deliveries/31": {
      ...DELIVERY,
      payload: JSON.stringify({ data: HOSTILE }),
      attempts: [
        {
          triedAt: "2026-11-20T08:10:00Z",
          status: 503,
          error: null,
          response: HOSTILE,
          milliseconds: 12,
        },
      ],
    },
  });
  const { container } = renderPage(<DeliveryPage />, {
    path: "/webhooks/7/deliveries/31",
    route: "/webhooks/:id/deliveries/:delivery",
  });
  expect(await screen.findByText("order.placed")).toBeVisible();
  expect(container.querySelector("img")).toBeNull();
  expect(screen.getByText(HOSTILE)).toBeVisible();
  expect(screen.getByRole("button", { name: "Send now" })).toBeEnabled();
  await expectAccessible(container);
});
