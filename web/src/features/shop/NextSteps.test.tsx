import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useToasts } from "@/state/toasts";
import { NextSteps } from "./NextSteps";
import type { NextStep } from "@/api/types";

const PRODUCTS: NextStep = {
  code: "no_products",
  message: "There is nothing to buy yet.",
  command: "stallage import products.csv",
};
const NAME: NextStep = { code: "not_named", message: "The shop has no name yet.", command: null };

/** The steps that the server sends; null for an error. */
let steps: NextStep[] | null;
let requests: string[];

beforeEach(() => {
  steps = [PRODUCTS, NAME];
  requests = [];
  sessionStorage.clear();
  useToasts.setState({ toasts: [] });
  vi.stubGlobal("fetch", (request: Request) => {
    requests.push(new URL(request.url).pathname);
    return Promise.resolve(
      steps === null
        ? Response.json({ status: false, output: null, error: null }, { status: 404 })
        : Response.json({ status: true, output: { steps }, error: null }),
    );
  });
});
afterEach(() => vi.unstubAllGlobals());

function show(element: ReactElement) {
  const client = new QueryClient();
  return render(<QueryClientProvider client={client}>{element}</QueryClientProvider>);
}

const list = () => screen.findByRole("region", { name: "Next steps for the shop’s owner" });

it("lists the steps in order, with their commands", async () => {
  show(<NextSteps canHide={false} />);
  const items = within(await list()).getAllByRole("listitem");
  expect(items.map((item) => item.querySelector("p")?.textContent)).toEqual([
    "There is nothing to buy yet.",
    "The shop has no name yet.",
  ]);
  expect(items.map((item) => item.querySelector("code")?.textContent)).toEqual([
    "stallage import products.csv",
    undefined,
  ]);
  expect(requests).toEqual(["/api/shop/next-steps"]);
});

it("copies a command", async () => {
  const user = userEvent.setup();
  show(<NextSteps canHide={false} />);
  await user.click(within(await list()).getByRole("button", { name: /^Copy command/ }));
  expect(await navigator.clipboard.readText()).toBe("stallage import products.csv");
  expect(useToasts.getState().toasts[0]?.text).toBe("Command copied");
});

it("shows an error when a command could not be copied", async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
  show(<NextSteps canHide={false} />);
  await user.click(within(await list()).getByRole("button", { name: /^Copy command/ }));
  expect(useToasts.getState().toasts[0]?.kind).toBe("failed");
});

it.each([[[]], [null]])("renders nothing when the server sends %j", async (sent) => {
  steps = sent;
  const { container } = show(<NextSteps canHide={false} />);
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(container).toBeEmptyDOMElement();
});

it("stays hidden in the tab, without another request", async () => {
  const user = userEvent.setup();
  const first = show(<NextSteps canHide />);
  await user.click(within(await list()).getByRole("button", { name: "Hide next steps" }));
  expect(first.container).toBeEmptyDOMElement();
  first.unmount();
  const second = show(<NextSteps canHide />);
  expect(second.container).toBeEmptyDOMElement();
  expect(requests).toHaveLength(1);
});
