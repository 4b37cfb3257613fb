import { AppShell } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { lazy, Suspense, useEffect, useMemo } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigate } from "react-router";
import { useRememberOpened } from "../features/search/recent";
import { t } from "../messages/t";
import { useOnline } from "../session/online";
import { useOperator, useShop } from "../session/session";
import { focusPage } from "../ui/focus";
import { useKeys } from "../ui/keys";
import { searchPlaces, visibleAreas } from "./areas";
import { visibleCreations } from "./creations";
import { BottomBar } from "./BottomBar";
import styles from "./Frame.module.css";
import { KeyList } from "./KeyList";
import { Rail } from "./Rail";
import { TopBar } from "./TopBar";

const Palette = lazy(() => import("../features/search/Palette"));

/** Widths and heights by breakpoint: `base` is a phone, `sm` 768 px, `lg` 1200 px. */
const SIZES = {
  navbar: {
    width: { base: 0, sm: 56, lg: 224 },
    breakpoint: "sm",
    collapsed: { mobile: true },
  },
  header: { height: { base: 52, sm: 56 } },
  footer: { height: { base: "calc(60px + env(safe-area-inset-bottom))", sm: 0 } },
};

/** The frame around all pages: rail, top bar, and on a phone the bottom bar. */
export function Frame() {
  const { isTest } = useShop();
  const [searching, search] = useDisclosure(false);
  const [creating, create] = useDisclosure(false);
  const [listing, keyList] = useDisclosure(false);
  useRememberOpened(useOperator().id);
  useFrameKeys({ search: search.open, create: create.open, keys: keyList.open });
  return (
    <>
      <a className={styles.skip} href="#content">
        {t("frame.skip")}
      </a>
      {isTest ? <div className={styles.test} /> : null}
      <AppShell layout="alt" {...SIZES} transitionDuration={0}>
        <AppShell.Navbar
          className={styles.rail ?? ""}
          aria-label={t("frame.main")}
          visibleFrom="sm"
        >
          <Rail />
        </AppShell.Navbar>
        <AppShell.Header className={styles.top ?? ""}>
          <TopBar
            onSearch={search.open}
            creating={creating}
            onCreating={(opened) => (opened ? create.open() : create.close())}
            onKeys={keyList.open}
          />
        </AppShell.Header>
        <AppShell.Main id="content" tabIndex={-1}>
          <OfflineBar />
          <Outlet />
        </AppShell.Main>
        <AppShell.Footer hiddenFrom="sm">
          <BottomBar />
        </AppShell.Footer>
      </AppShell>
      <Suspense>{searching ? <SearchBox onClose={search.close} /> : null}</Suspense>
      <KeyList opened={listing} onClose={keyList.close} />
      <FocusOnNavigation />
      <ScrollRestoration />
    </>
  );
}

function SearchBox({ onClose }: { onClose: () => void }) {
  const operator = useOperator();
  const places = useMemo(() => searchPlaces(operator), [operator]);
  const creations = useMemo(() => visibleCreations(operator), [operator]);
  return <Palette opened onClose={onClose} places={places} creations={creations} />;
}

function OfflineBar() {
  const online = useOnline();
  return (
    <div role="status" className={online ? undefined : styles.offline}>
      {online ? "" : t("frame.offline")}
    </div>
  );
}

interface FrameKeys {
  search: () => void;
  create: () => void;
  keys: () => void;
}

function useFrameKeys({ search, create, keys }: FrameKeys): void {
  const operator = useOperator();
  const navigate = useNavigate();
  const areas = visibleAreas(operator)
    .flat()
    .flatMap((area) => [area, ...(area.children ?? [])]);
  useKeys(t("keys.everywhere"), [
    { keys: "mod+k", label: t("keys.search"), run: search },
    {
      keys: "c",
      label: t("keys.create"),
      run: (event) => {
        // A menu closes on a key outside of it: it must not get the one that opens it.
        event.stopImmediatePropagation();
        create();
      },
    },
    { keys: "?", label: t("keys.all"), run: keys },
    ...areas
      .filter(({ key }) => key !== undefined)
      .map(({ key, label, path }) => ({
        keys: `g ${key ?? ""}`,
        label: t("keys.go", { area: t(label) }),
        run: () => void navigate(path),
      })),
  ]);
}

/** After a navigation the keyboard continues at the top of the new page. */
function FocusOnNavigation() {
  const { pathname } = useLocation();
  useEffect(() => {
    // A control that outlived the navigation keeps the focus, and so does a row that a list returned to.
    if (document.activeElement !== document.body) return;
    focusPage();
  }, [pathname]);
  return null;
}
