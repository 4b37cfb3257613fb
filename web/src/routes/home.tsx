import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import type { LoaderFunctionArgs } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import { settle } from "@/api/settle";
import { HomePage, HomeSkeleton, isEmpty } from "@/features/catalog/home/HomePage";
import { homeQuery } from "@/features/catalog/queries";
import { BlogTeasers } from "@/features/content/BlogTeasers";
import { blogsQuery } from "@/features/content/queries";
import { RecentlyViewed } from "@/features/recentlyViewed/RecentlyViewed";
import { useIsLocal } from "@/features/shop/nextSteps";
import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import { FailureNotice, Notice } from "@/ui/Notice/Notice";

const steps = () => import("@/features/shop/NextSteps");
/** Only the operator sees these, and the page is whole without them. */
const NextSteps = lazy(() => steps().then(({ NextSteps: one }) => ({ default: one }), absent));
const NextStepsBar = lazy(() =>
  steps().then(({ NextStepsBar: one }) => ({ default: one }), absent),
);

function absent() {
  return { default: () => null };
}

export function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext);
  return settle(queryClient.query(homeQuery), queryClient.query(blogsQuery()));
}

export function Component() {
  const { data: home, error, isPending, refetch } = useQuery(homeQuery);
  const isLocal = useIsLocal();
  useEffect(() => {
    if (home) useAppState.setState({ pageItem: home.pageItem });
  }, [home]);

  if (isPending) return <HomeSkeleton />;
  if (!home) {
    return (
      <main className="wrap" id="content">
        <FailureNotice error={error} retry={() => void refetch()} />
      </main>
    );
  }
  const empty = isEmpty(home);
  return (
    <main id="content">
      {empty ? (
        <div className="wrap">
          <Notice level={1} icon="box" title={t("home.emptyTitle")} text={t("home.emptyText")} />
          <Suspense>
            <NextSteps />
          </Suspense>
        </div>
      ) : (
        <>
          {isLocal && (
            <div className="wrap">
              <Suspense>
                <NextStepsBar />
              </Suspense>
            </div>
          )}
          <HomePage home={home} />
        </>
      )}
      <div className="wrap">
        <RecentlyViewed />
        <BlogTeasers />
      </div>
    </main>
  );
}
