import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { expectAccessible, renderPage } from "../../ui/testing";
import InboxPage from "./InboxPage";
import type { Ticket } from "./inboxQuery";

const HOSTILE = `<img src=x onerror="alert(1)"><script>alert(1)</script> javascript:alert(1)`;

const TICKET: Ticket = {
  ticketId: "ST-4H8W-2KMN",
  etag: '"one"',
  subject: HOSTILE,
  state: "open",
  priority: 2,
  tags: [HOSTILE.slice(0, 40)],
  assignee: null,
  contact: { customerId: 7, name: HOSTILE, email: "ada@example.com", phone: null },
  orderId: null,
  messages: [
    {
      id: 1,
      by: "customer",
      author: "",
      via: "email",
      message: `${HOSTILE}\nSecond line`,
      images: [],
      createdAt: "2026-08-03T10:00:00Z",
    },
  ],
  heldEmails: [
    {
      id: 5,
      ticketId: "ST-4H8W-2KMN",
      reason: "other_sender",
      sender: "eve@evil.example",
      senderName: HOSTILE,
      subject: HOSTILE,
      text: HOSTILE,
      receivedAt: "2026-08-03T11:00:00Z",
    },
  ],
  createdAt: "2026-08-03T10:00:00Z",
  lastMessageAt: "2026-08-03T10:00:00Z",
};

const ITEM = {
  kind: "ticket",
  id: TICKET.ticketId,
  title: HOSTILE,
  excerpt: HOSTILE,
  fromName: HOSTILE,
  state: "open",
  lastBy: "customer",
  assignee: null,
  priority: 2,
  tags: [],
  ratingStar: null,
  lastAt: TICKET.lastMessageAt,
};
const NONE = { value: 0, exact: true };
const COUNTS = {
  mine: NONE,
  unassigned: { value: 10_000, exact: false },
  open: { value: 1, exact: true },
  waiting: NONE,
  questions: NONE,
  reviews: NONE,
  heldEmails: NONE,
};
const OLDEST_UNASSIGNED = {
  id: 4,
  name: "Longest unassigned",
  shared: true,
  isOwn: false,
  operator: "Lena",
  params: { queue: "unassigned", sort: "oldest" },
  columns: [],
  etag: '"1"',
};
const NOTE = {
  id: 3,
  authorId: 1,
  authorName: "Lena",
  text: HOSTILE,
  mentions: [],
  createdAt: "2026-08-03T10:30:00Z",
  editedAt: null,
  isOwn: false,
};

type Reply = (request: Request, body: unknown) => Response | undefined;

function json(output: unknown, status = 200): Response {
  return Response.json({ status: true, output, error: null }, { status });
}

let sent: { method: string; path: string; body: unknown; etag: string | null }[] = [];
let answer: Reply = () => undefined;
/** Modes of the heartbeats that this operator sent for the ticket. */
let modes: string[] = [];
/** What the list was requested with. */
let requested: string[] = [];

beforeEach(() => {
  localStorage.clear();
  sent = [];
  modes = [];
  requested = [];
  answer = () => undefined;
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname.replace("/api/admin/v1", "");
    const text = await request.clone().text();
    const body: unknown = text === "" ? null : JSON.parse(text);
    const { method } = request;
    if (path === "/presence/ticket/ST-4H8W-2KMN") {
      if (method === "PUT") modes.push((body as { mode: string }).mode);
      const lena = { operatorId: 2, name: "Lena Hoff", mode: "editing" };
      return json({ others: [lena], nextHeartbeatSeconds: 30 });
    }
    if (method !== "GET") {
      sent.push({ method, path, body, etag: request.headers.get("If-Match") });
    }
    const own = answer(request, body);
    if (own) return own;
    if (path === "/inbox") requested.push(new URL(request.url).search);
    if (path === "/inbox") return json({ items: [ITEM], nextCursor: null, previousCursor: null });
    if (path === "/inbox/counts") return json(COUNTS);
    if (path === "/support/assignees") return json([{ id: 1, name: "Priya Raman" }]);
    if (path.startsWith("/notes/ticket/")) {
      return json({ items: [NOTE], nextCursor: null, previousCursor: null });
    }
    if (path.endsWith("/saved-replies")) {
      return json([{ id: 9, name: "Sorry", text: "We are sorry, Ada." }]);
    }
    if (path === "/mentionable") return json([]);
    if (path === "/views/inbox") return json([OLDEST_UNASSIGNED]);
    return json(TICKET);
  });
});

afterEach(() => vi.unstubAllGlobals());

function open(permissions?: Parameters<typeof renderPage>[1]) {
  return renderPage(<InboxPage />, {
    path: "/support/ST-4H8W-2KMN",
    route: "/support/:ticket",
    ...permissions,
  });
}

it("shows what customers typed as text, never as markup", async () => {
  const { container } = open();
  expect(await screen.findByText(/Second line/)).toBeVisible();
  expect(await screen.findByText("Internal note by Lena")).toBeVisible();
  expect(container.querySelectorAll("script, img[src=x], [onerror]")).toHaveLength(0);
  expect(container.querySelectorAll("a[href^='javascript']")).toHaveLength(0);
  expect(screen.getAllByText(HOSTILE).length).toBeGreaterThan(3);
  await expectAccessible(container);
});

it("shows who else answers the ticket, and says so itself", async () => {
  const user = userEvent.setup();
  open();
  expect(await screen.findByText("Lena Hoff is editing")).toBeVisible();
  expect(modes).toEqual(["viewing"]);
  await user.click(await screen.findByRole("textbox", { name: /^Reply to/ }));
  await waitFor(() => expect(modes).toEqual(["viewing", "editing"]));
  expect(screen.getByText("Lena Hoff is editing")).toBeVisible();
});

it("announces new messages and inserts them on request", async () => {
  const user = userEvent.setup();
  const later = {
    ...ITEM,
    id: "ST-9NEW-0001",
    title: "Where is it?",
    lastAt: "2026-08-04T09:00:00Z",
  };
  let calls = 0;
  answer = (request) => {
    if (!new URL(request.url).pathname.endsWith("/v1/inbox")) return undefined;
    calls += 1;
    const items = calls === 1 ? [ITEM] : [later, ITEM];
    return json({ items, nextCursor: null, previousCursor: null });
  };
  open();
  const news = await screen.findByRole("button", { name: "1 conversation with news" });
  expect(screen.queryByText("Where is it?")).not.toBeInTheDocument();
  await user.click(news);
  expect(await screen.findByText("Where is it?")).toBeVisible();
  expect(screen.queryByRole("button", { name: /with news/ })).not.toBeInTheDocument();
});

it("sends a reply with the version that was read, and keeps it until then", async () => {
  const user = userEvent.setup();
  const { unmount } = open();
  const field = await screen.findByRole("textbox", { name: /^Reply to/ });
  await user.type(field, "We send a new one.");
  unmount();
  open();
  const again = await screen.findByRole("textbox", { name: /^Reply to/ });
  expect(again).toHaveValue("We send a new one.");
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(again).toHaveValue(""));
  expect(sent).toEqual([
    {
      method: "POST",
      path: "/tickets/ST-4H8W-2KMN/replies",
      body: { message: "We send a new one.", state: "waiting" },
      etag: '"one"',
    },
  ]);
  expect(Object.keys(localStorage).filter((key) => key.includes("draft"))).toEqual([]);
});

it("says that somebody else has answered, and keeps the text", async () => {
  const user = userEvent.setup();
  const now = {
    ...TICKET,
    etag: '"two"',
    messages: [
      ...TICKET.messages,
      { ...TICKET.messages[0], id: 2, by: "operator", author: "Omar", message: "Mine first" },
    ],
  };
  answer = (request) =>
    request.method === "POST" && request.headers.get("If-Match") === '"one"'
      ? Response.json(
          {
            status: false,
            output: null,
            error: { code: "edit_conflict", message: "Changed.", fields: {}, current: now },
          },
          { status: 412 },
        )
      : undefined;
  open();
  const field = await screen.findByRole("textbox", { name: /^Reply to/ });
  await user.type(field, "My answer");
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText(/This conversation has changed/)).toBeVisible();
  expect(screen.getByText("Mine first")).toBeVisible();
  expect(field).toHaveValue("My answer");
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(field).toHaveValue(""));
  expect(sent.map(({ etag }) => etag)).toEqual(['"one"', '"two"']);
});

it("inserts a saved reply below what was typed", async () => {
  const user = userEvent.setup();
  open();
  const field = await screen.findByRole("textbox", { name: /^Reply to/ });
  await user.type(field, "Hello");
  await user.click(screen.getByRole("button", { name: "Saved replies" }));
  await user.click(await screen.findByRole("option", { name: /Sorry/ }));
  expect(field).toHaveValue("Hello\n\nWe are sorry, Ada.");
});

it("offers nothing that the operator may not do", async () => {
  open({ permissions: ["support.read"] });
  expect(await screen.findByText(/Second line/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Mark solved" })).toBeNull();
  expect(screen.queryByRole("textbox", { name: /^Reply to/ })).toBeNull();
  expect(screen.queryByRole("textbox", { name: "Internal note" })).toBeNull();
  expect(screen.getByText("You may read conversations, but not answer them.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Discard email" })).toBeNull();
  const views = screen.getByRole("navigation", { name: "Views" });
  expect(within(views).queryByRole("button", { name: /Reviews/ })).toBeNull();
  expect(within(views).getByRole("button", { name: /Unassigned/ })).toHaveTextContent("10,000+");
});

it("opens the field for what the operator may write", async () => {
  open({ permissions: ["support.read", "notes.write"] });
  expect(await screen.findByRole("textbox", { name: "Internal note" })).toBeVisible();
  expect(screen.getByText(/not answer customers/)).toBeVisible();
});

it("works by keys: note, assign and solve", async () => {
  const user = userEvent.setup();
  open();
  await screen.findByText(/Second line/);
  await user.keyboard("a");
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ assigneeId: 1 }));
  await user.keyboard("e");
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ state: "solved" }));
  await user.keyboard("n");
  expect(await screen.findByRole("textbox", { name: "Internal note" })).toBeVisible();
});

it("restores a saved view from the address, and saves what differs from a view", async () => {
  answer = ({ method }) => (method === "POST" ? json({ ...OLDEST_UNASSIGNED, id: 5 }) : undefined);
  const { router } = renderPage(<InboxPage />, {
    path: "/support?view=saved-4",
    route: "/support",
  });
  expect(
    await screen.findByRole("button", { name: "Longest unassigned", current: true }),
  ).toBeVisible();
  await waitFor(() => expect(requested.at(-1)).toBe("?view=unassigned&sort=oldest&q="));
  await act(() => router.navigate("/support?view=waiting&sort=oldest"));
  await userEvent.click(await screen.findByRole("button", { name: "Save view" }));
  await userEvent.type(await screen.findByLabelText("Name of the view"), "Patience");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(router.state.location.search).toBe("?view=saved-5"));
  expect(sent).toEqual([
    {
      method: "POST",
      path: "/views/inbox",
      body: {
        name: "Patience",
        shared: false,
        params: { queue: "waiting", sort: "oldest" },
        columns: [],
      },
      etag: null,
    },
  ]);
});
