import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { expectAccessible, renderPage } from "../../ui/testing";
import { CdnTrialPanel } from "./CdnTrialPanel";

const CHANGES = { cdn_endpoint: "https://cdn.example.com" };
const step = (endpoint: string, name: string, state: string, advice: string | null = null) => ({
  endpoint,
  name,
  state,
  message: `${name} ${state}`,
  advice,
});

afterEach(() => vi.unstubAllGlobals());

it("shows what each CDN delivers, and what to do", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    sent.push([new URL(request.url).pathname, await request.json()]);
    const steps = [
      step("https://cdn.example.com", "picture", "passed"),
      step("https://cdn.example.com", "cache", "failed", "Add a rule."),
      step("https://two.example.com", "picture", "failed", "Check the spelling."),
    ];
    return Response.json({ status: true, output: { succeeded: false, steps }, error: null });
  });
  const { container } = renderPage(<CdnTrialPanel changes={CHANGES} />);
  await userEvent.click(screen.getByRole("button", { name: "Fetch through the CDN" }));
  expect(await screen.findByText("cache failed")).toBeVisible();
  expect(screen.getByText("Add a rule.")).toBeVisible();
  expect(screen.getByText("https://two.example.com")).toBeVisible();
  expect(screen.getByText("Check the spelling.")).toBeVisible();
  expect(sent).toEqual([["/api/admin/v1/settings/cdn/test", { values: CHANGES, to: "" }]]);
  await expectAccessible(container);
});

it("is not offered without the right to change settings", () => {
  renderPage(<CdnTrialPanel changes={{}} />, { permissions: ["settings.read"] });
  expect(screen.queryByRole("button")).toBeNull();
});
