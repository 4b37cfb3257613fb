import type { ComponentType, ReactNode } from "react";
import type { RouteObject } from "react-router";
import { read, remove, write } from "@/storage/browserStorage";
import { t } from "../messages/t";
import type { Permission } from "../session/permissions";
import { useOperator } from "../session/session";
import { Empty } from "./Empty";
import { Page } from "./Page";
import { PageHead } from "./PageHead";

const RELOADED = "stallage.backoffice.reloaded";

type Load = () => Promise<{ default: ComponentType }>;

/**
 * Loads the module of a screen. After a release the old modules are gone; the page is then reloaded once.
 * Offline, a reload would only lose the current page.
 */
export async function loadScreen(
  load: Load,
  reload: () => void = () => window.location.reload(),
): Promise<ComponentType> {
  try {
    const { default: Screen } = await load();
    remove(RELOADED);
    return Screen;
  } catch (error) {
    if (navigator.onLine && read(RELOADED) === null && write(RELOADED, "1")) {
      reload();
      // Never resolves: the page is being left.
      return new Promise(() => undefined);
    }
    throw error;
  }
}

/**
 * A screen that is loaded when it is first visited, with the permission that it needs.
 *
 * @example
 * export const routes = [screenRoute("orders/:number", () => import("./OrderPage"), "orders.read")];
 */
export function screenRoute(path: string, load: Load, permission?: Permission): RouteObject {
  return {
    path,
    lazy: async () => {
      const Screen = await loadScreen(load);
      const Component = () =>
        permission === undefined ? (
          <Screen />
        ) : (
          <Allowed permission={permission}>
            <Screen />
          </Allowed>
        );
      return { Component };
    },
  };
}

/** Says why a page is not shown, instead of a page whose parts all fail. */
function Allowed({ permission, children }: { permission: Permission; children: ReactNode }) {
  if (useOperator().can(permission)) return children;
  return (
    <Page>
      <PageHead title={t("frame.forbiddenTitle")} />
      <Empty text={t("frame.forbidden")} />
    </Page>
  );
}
