import type { ComponentType, ReactNode } from "react";
import { type RouteObject, useParams } from "react-router";
import { read, remove, write } from "@/storage/browserStorage";
import { t } from "../messages/t";
import type { Permission } from "../session/permissions";
import { useOperator } from "../session/session";
import { Empty } from "./Empty";
import { Page } from "./Page";
import { PageHead } from "./PageHead";
import { RecordMissing } from "./RecordMissing";

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
      const page = (
        <WellFormed>
          <Screen />
        </WellFormed>
      );
      const Component = () =>
        permission === undefined ? page : <Allowed permission={permission}>{page}</Allowed>;
      return { Component };
    },
  };
}

const ID = /^[1-9]\d{0,14}$/;
const CODE = /^[\w-]{1,32}$/;
/** What the values in an address look like; others can be any text. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  id: ID,
  delivery: ID,
  question: ID,
  review: ID,
  number: CODE,
  ticket: CODE,
};

/** Requests nothing for an address that cannot be one of a record. */
function WellFormed({ children }: { children: ReactNode }) {
  const params = Object.entries(useParams());
  if (params.every(([name, value]) => PATTERNS[name]?.test(value ?? "") ?? true)) return children;
  return (
    <Page>
      <PageHead title={t("frame.notFoundTitle")} />
      <RecordMissing />
    </Page>
  );
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
