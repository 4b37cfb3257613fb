import type { QueryClient } from "@tanstack/react-query";
import { type Location, Outlet, ScrollRestoration, useRouteLoaderData } from "react-router";
import { settle } from "@/api/settle";
import { categoriesQuery } from "@/features/catalog/queries";
import { loadShop } from "@/features/shop/frame";
import { t } from "@/messages/t";
import { searchOf } from "@/state/addressSearch";
import { Toasts } from "@/ui/Toasts/Toasts";
import { BottomBar } from "./frame/BottomBar";
import { CartDrawerPlace } from "./frame/CartDrawerPlace";
import { Footer } from "./frame/Footer";
import { Header } from "./frame/Header";
import { Loader } from "./frame/Loader";
import { OfflineNotice } from "./frame/OfflineNotice";
import { ProgressBar } from "./frame/ProgressBar";
import { QuickAdds } from "./QuickAdds";
import styles from "./RootLayout.module.css";
import { CompareTrayPlace } from "./compareParts";
import { WishCorners } from "./WishCorners";

/** What the frame of every page needs; it is never a reason for a page not to appear. */
export function loadFrame(queryClient: QueryClient): Promise<null> {
  return settle(loadShop(queryClient), queryClient.query(categoriesQuery));
}

/** Every document's first entry has the same key: its address tells it from another's. */
function scrollKey(location: Location): string {
  return location.key === "default" ? location.pathname + searchOf(location) : location.key;
}

/**
 * The frame of every page. It also stands alone until the first screen is there: the same component,
 * so that nothing typed or opened meanwhile is lost.
 */
export function RootLayout() {
  const starting = useRouteLoaderData("root") === undefined;
  return (
    <div className={styles["layout"]}>
      <a className={styles["skip"]} href="#content">
        {t("frame.skip")}
      </a>
      <ProgressBar starting={starting} />
      <OfflineNotice />
      <Header starting={starting} />
      <div className={styles["page"]} aria-busy={starting}>
        <WishCorners>
          <QuickAdds>
            <Outlet />
          </QuickAdds>
        </WishCorners>
      </div>
      <Footer />
      <BottomBar />
      <CompareTrayPlace />
      <CartDrawerPlace />
      <Toasts />
      <Loader />
      <ScrollRestoration getKey={scrollKey} />
    </div>
  );
}
