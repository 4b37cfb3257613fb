import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { LoaderFunctionArgs } from "react-router";
import { Link } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import { settle } from "@/api/settle";
import { HomePage, HomeSkeleton } from "@/features/catalog/home/HomePage";
import { homeQuery } from "@/features/catalog/queries";
import { BlogTeasers } from "@/features/content/BlogTeasers";
import { blogsQuery } from "@/features/content/queries";
import { RecentlyViewed } from "@/features/recentlyViewed/RecentlyViewed";
import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import { buttonClass } from "@/ui/Button/Button";
import { FailureNotice, Notice } from "@/ui/Notice/Notice";

export function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext);
  return settle(queryClient.query(homeQuery), queryClient.query(blogsQuery()));
}

export function Component() {
  const { data: pageItem, error, isPending, refetch } = useQuery(homeQuery);
  useEffect(() => {
    if (pageItem) useAppState.setState({ pageItem });
  }, [pageItem]);

  if (isPending) return <HomeSkeleton />;
  if (!pageItem) {
    return (
      <main className="wrap" id="content">
        <FailureNotice error={error} retry={() => void refetch()} />
      </main>
    );
  }
  const isEmpty = Object.values(pageItem).every((entries) => entries.length === 0);
  return (
    <main id="content">
      {isEmpty ? (
        <Notice level={1} icon="box" title={t("home.emptyTitle")} text={t("home.emptyText")}>
          <Link className={buttonClass("plain")} to="/search">
            {t("frame.search")}
          </Link>
        </Notice>
      ) : (
        <HomePage pageItem={pageItem} />
      )}
      <div className="wrap">
        <RecentlyViewed />
        <BlogTeasers />
      </div>
    </main>
  );
}
