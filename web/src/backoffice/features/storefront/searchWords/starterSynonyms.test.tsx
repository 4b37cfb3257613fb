import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { expectAccessible, renderPage } from "../../../ui/testing";
import type { StarterSynonym } from "./queries";
import { StarterSynonyms } from "./StarterSynonyms";

const sent: unknown[] = [];

function serve(groups: readonly StarterSynonym[], isOn = true) {
  sent.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    const isRead = request.method === "GET";
    if (!isRead) sent.push(await request.json());
    const output = isRead ? { isOn, groups } : null;
    return Response.json({ status: true, output, error: null });
  });
}

afterEach(() => vi.unstubAllGlobals());

const group = (phrase: string, ...alternatives: string[]): StarterSynonym => ({
  phrase,
  alternatives,
  bothWays: true,
  isOn: true,
  replaced: [],
});
const SOFA = { ...group("sofa", "couch"), replaced: ["couch"] };
const FRIDGE = { ...group("fridge", "refrigerator"), isOn: false };

test("a group is switched off and on, and the whole set", async () => {
  serve([SOFA, FRIDGE]);
  const { container } = renderPage(<StarterSynonyms canEdit />, { path: "/" });
  await userEvent.click(await screen.findByRole("button", { name: "Switch off: sofa" }));
  await userEvent.click(await screen.findByRole("button", { name: "Switch on: fridge" }));
  await userEvent.click(await screen.findByRole("switch", { name: "Use the starter set" }));
  expect(sent).toEqual([
    { phrase: "sofa", isOn: false },
    { phrase: "fridge", isOn: true },
    { isOn: false },
  ]);
  expect(screen.getByText("Your own synonyms count for couch")).toBeVisible();
  await expectAccessible(container);
});

test("a word of a long set is found", async () => {
  serve([...Array.from({ length: 30 }, (_, place) => group(`one${place}`, `two${place}`)), SOFA]);
  renderPage(<StarterSynonyms canEdit />, { path: "/" });
  expect(await screen.findByText("20 of 31 groups")).toBeVisible();
  expect(screen.queryByText("sofa")).toBeNull();
  await userEvent.type(screen.getByLabelText("Find a word in the set"), "Couch");
  expect(screen.getByText("1 of 1 groups")).toBeVisible();
  expect(screen.getByText("sofa")).toBeVisible();
});

test("who may not edit sees the set without buttons", async () => {
  serve([SOFA]);
  renderPage(<StarterSynonyms canEdit={false} />, { path: "/" });
  expect(await screen.findByText("sofa")).toBeVisible();
  expect(screen.getByRole("switch")).toBeDisabled();
  expect(screen.queryByRole("button")).toBeNull();
});

test("a set that is switched off shows no groups", async () => {
  serve([SOFA], false);
  renderPage(<StarterSynonyms canEdit />, { path: "/" });
  expect(await screen.findByRole("switch")).not.toBeChecked();
  expect(screen.queryByText("sofa")).toBeNull();
});

test("a language without a set shows nothing", async () => {
  serve([]);
  const { container } = renderPage(<StarterSynonyms canEdit />, { path: "/" });
  await vi.waitFor(() => expect(container.querySelector("h2")).toBeNull());
});
