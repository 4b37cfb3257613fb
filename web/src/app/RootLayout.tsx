import type { QueryClient } from "@tanstack/react-query";
import { memo, useLayoutEffect } from "react";
import { ScrollRestoration, useRouteLoaderData } from "react-router";
import { waitForData } from "@/api/waitForData";
import { contactQuery } from "@/features/content/queries";
import { menuQuery } from "@/features/merchandising/queries";
import { loadShop } from "@/features/shop/loadShop";
import { t } from "@/messages/t";
import { SCROLL_POSITIONS } from "@/storage/keys";
import { Toasts } from "@/ui/Toasts/Toasts";
import { Pages } from "./behind/Pages";
import { AnnouncementBar } from "./frame/AnnouncementBar";
import { BottomBar } from "./frame/BottomBar";
import { CartDrawerOutlet } from "./frame/CartDrawerOutlet";
import { FocusOnNavigation } from "./frame/FocusOnNavigation";
import { Footer } from "./frame/Footer";
import { Header } from "./frame/Header";
import { Loader } from "./frame/Loader";
import { OfflineAlert } from "./frame/OfflineAlert";
import { ProgressBar } from "./frame/ProgressBar";
import { QuickAddButtons } from "./QuickAddButtons";
import styles from "./RootLayout.module.css";
import { CompareTrayOutlet } from "./lazyCompare";
import { scrollKey } from "./scrollPosition";
import { CardButtons } from "./CardButtons";

/** Loads the data of the header and footer. Never fails: a page appears without it. */
export function loadFrame(queryClient: QueryClient): Promise<null> {
  return waitForData(
    loadShop(queryClient),
    queryClient.query(menuQuery),
    queryClient.query(contactQuery),
  );
}

// The same elements at each render: React then leaves what is in them as it is.
const PAGE = (
  <CardButtons>
    <QuickAddButtons>
      <Pages />
    </QuickAddButtons>
  </CardButtons>
);
const BELOW = (
  <>
    <Footer />
    <BottomBar />
    <div>
      <CartDrawerOutlet />
    </div>
    <div className={styles["foot"]}>
      <Toasts />
      <CompareTrayOutlet />
      <OfflineAlert />
    </div>
    <Loader />
    <FocusOnNavigation />
    <ScrollRestoration getKey={scrollKey} storageKey={SCROLL_POSITIONS} />
  </>
);

/**
 * Header, footer and overlays around every page. Also rendered as the fallback while the first page
 * loads: the same component, so that its state, such as typed text, survives.
 */
export const RootLayout = memo(function RootLayout() {
  const starting = useRouteLoaderData("root") === undefined;
  // In the moment from which React listens: what is done before is noted, and repeated later.
  useLayoutEffect(() => {
    document.documentElement.dataset["started"] = "";
  }, []);
  return (
    <div className={styles["layout"]}>
      <a className={styles["skip"]} href="#content">
        {t("frame.skip")}
      </a>
      {/* What comes and goes has an element around it: else browsers restyle everything beside it. */}
      <div>
        <ProgressBar starting={starting} />
      </div>
      <AnnouncementBar />
      <Header starting={starting} />
      <div className={styles["page"]} aria-busy={starting}>
        {PAGE}
      </div>
      {BELOW}
    </div>
  );
});
