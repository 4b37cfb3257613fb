import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type { LoaderFunctionArgs } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import { waitForData } from "@/api/waitForData";
import { HomePage, HomeSkeleton, isHomeEmpty } from "@/features/merchandising/home/HomePage";
import { ComposedHome } from "@/features/merchandising/home/ComposedHome";
import { homeQuery } from "@/features/merchandising/queries";
import { BlogTeasers } from "@/features/content/BlogTeasers";
import { blogsQuery } from "@/features/content/queries";
import { RecentlyViewed } from "@/features/recentlyViewed/RecentlyViewed";
import { useIsLocal } from "@/features/shop/useIsLocal";
import { t } from "@/messages/t";
import { usePageItem } from "@/state/usePageItem";
import { ErrorAlert, Alert } from "@/ui/Alert/Alert";

/** Shown to the operator alone; renders nothing if it does not load. */
const NextSteps = lazy(() =>
  import("@/features/shop/NextSteps").then(
    (module) => ({ default: module.NextSteps }),
    () => ({ default: () => null }),
  ),
);

export function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext);
  return waitForData(queryClient.query(homeQuery), queryClient.query(blogsQuery()));
}

export function Component() {
  const { data: home, error, isPending, refetch } = useQuery(homeQuery);
  const pageItem = usePageItem();
  const isLocal = useIsLocal();

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
        <RecentlyViewed />
        {!sections && <BlogTeasers />}
      </div>
    </main>
  );
}
