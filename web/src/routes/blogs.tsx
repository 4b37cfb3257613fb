import { useQuery } from "@tanstack/react-query";
import type { LoaderFunctionArgs } from "react-router";
import { Link, useSearchParams } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import { settle } from "@/api/settle";
import { BlogTiles } from "@/features/content/BlogTiles";
import { PageFrame } from "@/features/content/PageFrame";
import { BLOGS_ON_PAGE, blogsQuery } from "@/features/content/queries";
import { TextSkeleton } from "@/features/content/TextSkeleton";
import { t } from "@/messages/t";
import { buttonClass } from "@/ui/Button/Button";
import { FailureNotice, Notice } from "@/ui/Notice/Notice";
import { pageIn } from "@/ui/Pages/pageIn";
import { Pages } from "@/ui/Pages/Pages";

export function loader({ context, request }: LoaderFunctionArgs) {
  const page = pageIn(new URL(request.url).searchParams);
  return settle(context.get(queryClientContext).query(blogsQuery(page)));
}

export function Component() {
  const [parameters] = useSearchParams();
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    blogsQuery(pageIn(parameters)),
  );
  return (
    <PageFrame crumb={t("blogs.title")} title={t("blogs.title")} intro={t("blogs.intro")}>
      {isPending && <TextSkeleton />}
      {error && !data && <FailureNotice error={error} retry={() => void refetch()} />}
      {data?.items.length === 0 && <NothingHere total={data.total} />}
      {data && data.items.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          <BlogTiles blogs={data.items} headings={2} />
        </div>
      )}
      {data && (
        <Pages
          page={data.page}
          pageSize={BLOGS_ON_PAGE}
          total={data.total}
          linkTo={(page) => (page === 1 ? "/blogs" : `/blogs?page=${page}`)}
        />
      )}
    </PageFrame>
  );
}

/** There are no stories at all, or no more of them. */
function NothingHere({ total }: { total: number }) {
  return total > 0 ? (
    <Notice title={t("list.pastEndTitle")} text={t("list.pastEndText")}>
      <Link className={buttonClass("plain")} to="/blogs">
        {t("list.firstPage")}
      </Link>
    </Notice>
  ) : (
    <Notice title={t("blogs.emptyTitle")} text={t("blogs.emptyText")}>
      <Link className={buttonClass("plain")} to="/">
        {t("action.continueShopping")}
      </Link>
    </Notice>
  );
}
