import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { expectAccessible, renderPage } from "../../../ui/testing";
import AnnouncementPage from "./announcement/AnnouncementPage";
import HomePageEditor from "./home/HomePageEditor";
import { nest, takeOut } from "./menus/entries";

const text = (id: string) => ({
  kind: "text",
  id,
  title: id,
  html: "",
  align: "start",
  hidden: false,
  startsAt: null,
  endsAt: null,
});

const home = (ids: string[] | null, etag = '"1"') => ({
  layout: { sections: ids && ids.map(text) },
  automatic: { sections: [text("automatic")] },
  targets: [],
  features: [],
  sliders: 2,
  changedAt: null,
  changedBy: "",
  etag,
});

let stored: unknown;
let nextError: { status: number; error: object } | null;
const sent: { sections: { id: string }[] }[] = [];

function answer(output: unknown) {
  return Response.json({ status: true, output, error: null });
}

beforeEach(() => {
  nextError = null;
  sent.length = 0;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    if (request.url.endsWith("/preview")) {
      return answer({ pageItem: {}, highlights: null, sections: [] });
    }
    if (request.url.includes("/presence/")) return answer({ others: [] });
    if (request.method === "PUT") {
      const body = (await request.clone().json()) as { sections: { id: string }[] };
      sent.push(body);
      if (nextError) {
        const { status, error } = nextError;
        nextError = null;
        return Response.json({ status: false, output: null, error }, { status });
      }
      return answer({ ...(stored as object), layout: body, etag: '"2"' });
    }
    return answer(stored);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

const names = () =>
  within(screen.getByRole("list", { name: "Sections" }))
    .getAllByRole("button", { name: /^Move/ })
    .map((button) => button.getAttribute("aria-label"));

describe("the editor of the home page", () => {
  it("starts from the automatic page", async () => {
    stored = home(null);
    const { container } = renderPage(<HomePageEditor />, { width: 1440 });
    await userEvent.click(await screen.findByRole("button", { name: "Compose home page" }));
    expect(names()).toEqual(["Move Text: automatic"]);
    await expectAccessible(container);
    await userEvent.click(screen.getByRole("button", { name: "Discard" }));
    expect(await screen.findByRole("button", { name: "Compose home page" })).toBeVisible();
  });

  it("duplicates, hides and deletes sections, and brings one back", async () => {
    stored = home(["one", "two"]);
    renderPage(<HomePageEditor />, { width: 1440 });
    const act = async (section: string, action: string) => {
      await userEvent.click(
        (
          await screen.findAllByRole("button", { name: `Actions for Text: ${section}` })
        )[0] as Element,
      );
      await userEvent.click(await screen.findByRole("menuitem", { name: action }));
    };
    await act("one", "Duplicate");
    expect(names()).toEqual(["Move Text: one", "Move Text: one", "Move Text: two"]);
    await act("two", "Hide");
    expect(screen.getByText("Hidden")).toBeVisible();
    await act("two", "Delete");
    expect(names()).toHaveLength(2);
    await userEvent.click(await screen.findByRole("button", { name: /Undo/ }));
    expect(names()).toEqual(["Move Text: one", "Move Text: one", "Move Text: two"]);
    await userEvent.click(screen.getByRole("button", { name: /Save/ }));
    expect(new Set(sent[0]?.sections.map(({ id }) => id)).size).toBe(3);
  });

  it("lets choose when somebody else saved in between", async () => {
    stored = home(["one", "two"]);
    renderPage(<HomePageEditor />, { width: 1440 });
    (await screen.findByRole("button", { name: "Move Text: one" })).focus();
    await userEvent.keyboard("{ArrowDown}");
    const current = home(["three"], '"9"');
    nextError = {
      status: 412,
      error: { code: "edit_conflict", message: "Changed", fields: {}, current, etag: '"9"' },
    };
    await userEvent.click(screen.getByRole("button", { name: /Save/ }));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText(/three/)).toBeVisible();
    await userEvent.click(within(dialog).getAllByRole("radio")[1] as Element);
    await userEvent.click(within(dialog).getByRole("button", { name: /Continue|Save/ }));
    expect(sent[1]?.sections.map(({ id }) => id)).toEqual(["two", "one"]);
  });

  it("can only be looked at without the right", async () => {
    stored = home(["one"]);
    renderPage(<HomePageEditor />, { width: 1440, permissions: ["content.read"] });
    expect(await screen.findByRole("button", { name: "Move Text: one" })).toBeDisabled();
    expect(screen.queryByRole("button", { name: "Add section" })).toBeNull();
    expect(screen.queryByRole("button", { name: /^Actions/ })).toBeNull();
  });
});

it("the announcement shows why it was refused", async () => {
  stored = {
    layout: { text: "Hi", link: null, colours: "accent", dismissible: true },
    targets: [],
    changedAt: null,
    changedBy: "",
    etag: '"1"',
  };
  renderPage(<AnnouncementPage />, { width: 1440 });
  await userEvent.type(await screen.findByLabelText("Text"), "!");
  nextError = {
    status: 422,
    error: { code: "invalid_fields", message: "No", fields: { text: ["Text is too long."] } },
  };
  await userEvent.click(screen.getByRole("button", { name: /Save/ }));
  expect(await screen.findByText("Text is too long.")).toBeVisible();
});

describe("menu entries", () => {
  const entry = (label: string, children: string[] = []): Parameters<typeof nest>[0][number] => ({
    label,
    target: null,
    children: children.map((child) => entry(child)),
  });

  it("nest and are taken out", () => {
    expect(nest([entry("a"), entry("b")], 1)).toEqual([entry("a", ["b"])]);
    expect(nest([entry("a"), entry("b", ["c"])], 1)).toEqual([entry("a"), entry("b", ["c"])]);
    expect(takeOut([entry("a", ["b", "c"]), entry("d")], 0, 0)).toEqual([
      entry("a", ["c"]),
      entry("b"),
      entry("d"),
    ]);
  });
});
