import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import axe from "axe-core";
import type { ReactNode } from "react";
import { createMemoryRouter, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { expect } from "vitest";
import type { Permission } from "../session/permissions";
import { type Session, SessionContext } from "../session/session";
import { startKeys } from "./keys";
import { cssVariablesResolver, theme } from "./theme";

/** jsdom has no layout: `matchMedia` answers as on a window of this width. */
export function setWidth(width: number): void {
  window.matchMedia = (query) => {
    const [, sign = "", limit = ""] = /width\s*(<|>=)\s*(\d+)px/.exec(query) ?? [];
    const matches =
      sign === "<" ? width < Number(limit) : sign === ">=" ? width >= Number(limit) : false;
    return Object.assign(new EventTarget(), {
      matches,
      media: query,
      onchange: null,
    }) as MediaQueryList;
  };
}

/** jsdom lacks these; components only need them to exist. */
function fillInForJsdom(width: number): void {
  setWidth(width);
  class NoObserver {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  }
  window.ResizeObserver = NoObserver;
  window.scrollTo = () => undefined;
  Object.assign(document, { fonts: { addEventListener: () => 0, removeEventListener: () => 0 } });
  Object.assign(window, { CSS: { escape: (text: string) => text } });
}

interface Options {
  /** The address that the page is opened with. */
  path?: string;
  /** The route's pattern, if the page reads parameters: "/orders/:number". */
  route?: string;
  /** Pages in its `<Outlet />`; it is then itself without an address. */
  inside?: readonly RouteObject[];
  /** Pages beside it. */
  others?: readonly RouteObject[];
  /** The operator's permissions; all without them. */
  permissions?: readonly Permission[];
  timeZone?: string;
  width?: number;
}

/** Renders a page as for a signed-in operator. */
export function renderPage(
  page: ReactNode,
  {
    path = "/",
    route = "*",
    inside,
    others = [],
    permissions,
    timeZone = "America/New_York",
    width = 1440,
  }: Options = {},
) {
  fillInForJsdom(width);
  const session: Session = {
    operator: {
      id: 1,
      name: "Priya Raman",
      email: "priya@example.com",
      role: "owner",
      can: (permission) => permissions?.includes(permission) ?? true,
    },
    shop: { name: "Kiln & Grain", timeZone, currency: "USD", country: "US", isTest: false },
    verificationMethods: ["totp", "password"],
    theme: "light",
    shortcuts: true,
  };
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Infinity } },
  });
  const element = (
    <SessionContext value={session}>
      {page}
      <Notifications />
    </SessionContext>
  );
  const router = createMemoryRouter(
    [
      inside ? { element, children: [...inside] } : { path: route, element },
      ...others,
      { path: "*", element: <p>{"Elsewhere"}</p> },
    ],
    { initialEntries: [path] },
  );
  // Adding the same listener again changes nothing.
  startKeys();
  const view = render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...view, router, queryClient };
}

/** Fails with a list of accessibility violations. Contrast is tested from the tokens, without layout. */
export async function expectAccessible(container: Element): Promise<void> {
  const { violations } = await axe.run(container, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
  ).toEqual([]);
}
