import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { currentLocale, t } from "../../messages/t";
import {
  type ExtensionScreen,
  extensionScreensQuery,
  screenAt,
} from "../../session/extensionScreens";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { SkeletonPage } from "../../ui/Skeletons";
import { toast } from "../../ui/toasts";
import styles from "./ExtensionPage.module.css";
import { mountScreen } from "./screenModule";

/** The screen of a plug-in at this address, or what is shown where there is none. */
export function ExtensionPage({ otherwise }: { otherwise: ReactNode }) {
  const { pathname } = useLocation();
  const { data, isPending } = useQuery(extensionScreensQuery);
  const screen = screenAt(data ?? [], pathname);
  if (screen) return <Screen key={screen.id} screen={screen} pathname={pathname} />;
  return isPending ? <SkeletonPage /> : otherwise;
}

function Screen({ screen, pathname }: { screen: ExtensionScreen; pathname: string }) {
  const path = pathname.slice(screen.path.length);
  const [tries, setTries] = useState(0);
  return (
    <Page>
      <PageHead title={screen.title} />
      <Mounted
        key={`${path} ${tries}`}
        screen={screen}
        path={path}
        onRetry={() => setTries(tries + 1)}
      />
    </Page>
  );
}

interface MountedProps {
  screen: ExtensionScreen;
  path: string;
  onRetry: () => void;
}

/** Renders a screen into an element of its own. If it fails, a panel says so and the rest goes on working. */
function Mounted({ screen, path, onRetry }: MountedProps) {
  const { ref, error, isReady } = useScreen(screen, path);
  return (
    <>
      {error === null ? null : (
        <ErrorPanel
          error={error}
          title={t("extensions.screenFailed", { title: screen.title })}
          onRetry={onRetry}
        />
      )}
      {isReady || error !== null ? null : <SkeletonPage />}
      <div
        ref={ref}
        className={styles.screen}
        aria-busy={!isReady && error === null}
        hidden={!isReady}
      />
    </>
  );
}

function useScreen({ module }: ExtensionScreen, path: string) {
  const ref = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const go = useRef(navigate);
  const [error, setError] = useState<unknown>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    go.current = navigate;
  });
  useEffect(() => {
    const parent = ref.current;
    if (!parent) return;
    // A new element each time: a slow mount that was given up cannot draw into the next one.
    const element = document.createElement("div");
    parent.replaceChildren(element);
    let unmount: (() => void) | null = null;
    let isLeft = false;
    const remove = () => {
      try {
        unmount?.();
      } catch (failure) {
        console.error(failure);
      }
      element.remove();
    };
    mountScreen(module, {
      element,
      path,
      locale: currentLocale(),
      navigate: (to) => void go.current(to),
      toast,
    }).then(
      (found) => {
        unmount = found;
        if (isLeft) remove();
        else setReady(true);
      },
      (failure: unknown) => {
        console.error(failure);
        if (!isLeft) setError(failure);
      },
    );
    return () => {
      isLeft = true;
      remove();
    };
  }, [module, path]);
  return { ref, error, isReady };
}
