import { type QueryClient, useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type { LoaderFunctionArgs } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import { cachedFirst, waitForData } from "@/api/waitForData";
import { HomePage, HomeSkeleton, isHomeEmpty } from "@/features/merchandising/home/HomePage";
import { ComposedHome } from "@/features/merchandising/home/ComposedHome";
import { homeQuery, saleTeaserQuery } from "@/features/merchandising/queries";
import { BlogTeasers } from "@/features/content/BlogTeasers";
import { blogsQuery } from "@/features/content/queries";
import { useRecentlyViewed } from "@/features/recentlyViewed/recentlyViewed";
import { useIsLocal } from "@/features/shop/useIsLocal";
import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import { ErrorAlert, Alert } from "@/ui/Alert/Alert";
import { lazyOptional } from "@/ui/lazy/lazyOptional";
import { lazyRendered } from "@/ui/lazy/lazyRendered";

/** Shown to the operator alone; renders nothing if it does not load. */
const NextSteps = lazy(() =>
  import("@/features/shop/NextSteps").then(
    (module) => ({ default: module.NextSteps }),
    () => ({ default: () => null }),
  ),
);

const HomeRecommendations = lazyRendered(
  "recommended",
  async () => (await import("@/features/recommendations/HomeRecommendations")).HomeRecommendations,
);
const RecentlyViewed = lazyOptional(
  async () => (await import("@/features/recentlyViewed/RecentlyViewed")).RecentlyViewed,
);

/** Loads the home page, and the products of the sale that it shows with them. */
async function loadHome(queryClient: QueryClient): Promise<void> {
  const { pageItem } = await queryClient.query(cachedFirst(homeQuery));
  const [sale] = pageItem.salesList;
  if (sale) await queryClient.query(cachedFirst(saleTeaserQuery(sale.slug)));
}

export function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext);
  return waitForData(loadHome(queryClient), queryClient.query(cachedFirst(blogsQuery())));
}

export function Component() {
  const { data: home, error, isPending, refetch } = useQuery(homeQuery);
  const pageItem = useAppState((state) => state.pageItem);
  const isLocal = useIsLocal();
  const hasViewed = useRecentlyViewed((state) => state.skuIds.length > 0);

  if (isPending) return <HomeSkeleton />;
  if (!home) {
    return (
      <main className="wrap" id="content">
        <ErrorAlert level={1} error={error} retry={() => void refetch()} />
      </main>
    );
  }
  const content = { ...home, pageItem };
  const { sections } = home;
  const empty = isHomeEmpty(content);
  const steps = (isLocal || empty) && (
    <Suspense>
      <NextSteps canHide={!empty} />
    </Suspense>
  );
  return (
    <main id="content">
      <div className="wrap">
        {empty && (
          <Alert level={1} icon="box" title={t("home.emptyTitle")} text={t("home.emptyText")} />
        )}
        {steps}
      </div>
      {sections && <ComposedHome home={{ ...content, sections }} />}
      {!empty && !sections && <HomePage home={content} />}
      <div className="wrap">
        {!empty && <HomeRecommendations />}
        {hasViewed && <RecentlyViewed />}
        {!sections && <BlogTeasers />}
      </div>
    </main>
  );
}
