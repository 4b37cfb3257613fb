import { useQuery } from "@tanstack/react-query";
import type { LoaderFunctionArgs } from "react-router";
import { Link, useSearchParams } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import { cachedFirst, waitForData } from "@/api/waitForData";
import { BlogTiles } from "@/features/content/BlogTiles";
import { PageFrame } from "@/features/content/PageFrame";
import { BLOGS_PAGE_SIZE, blogsQuery } from "@/features/content/queries";
import { TextSkeleton } from "@/features/content/TextSkeleton";
import { t } from "@/messages/t";
import { buttonClass } from "@/ui/Button/Button";
import { ErrorAlert, Alert } from "@/ui/Alert/Alert";
import { readPage } from "@/ui/Pagination/readPage";
import { Pagination } from "@/ui/Pagination/Pagination";

export function loader({ context, request }: LoaderFunctionArgs) {
  const page = readPage(new URL(request.url).searchParams);
  return waitForData(context.get(queryClientContext).query(cachedFirst(blogsQuery(page))));
}

export function Component() {
  const [parameters] = useSearchParams();
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    blogsQuery(readPage(parameters)),
  );
  return (
    <PageFrame crumb={t("blogs.title")} title={t("blogs.title")} intro={t("blogs.intro")}>
      {isPending && <TextSkeleton />}
      {error && !data && <ErrorAlert error={error} retry={() => void refetch()} />}
      {data?.items.length === 0 && <NoPosts total={data.total} />}
      {data && data.items.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          <BlogTiles blogs={data.items} headings={2} first />
        </div>
      )}
      {data && (
        <Pagination
          page={data.page}
          pageSize={BLOGS_PAGE_SIZE}
          total={data.total}
          linkTo={(page) => (page === 1 ? "/blogs" : `/blogs?page=${page}`)}
        />
      )}
    </PageFrame>
  );
}

/** There are no posts, or the page is past the last one. */
function NoPosts({ total }: { total: number }) {
  return total > 0 ? (
    <Alert title={t("list.pastEndTitle")} text={t("list.pastEndText")}>
      <Link className={buttonClass("secondary")} to="/blogs">
        {t("list.firstPage")}
      </Link>
    </Alert>
  ) : (
    <Alert title={t("blogs.emptyTitle")} text={t("blogs.emptyText")}>
      <Link className={buttonClass("secondary")} to="/">
        {t("action.continueShopping")}
      </Link>
    </Alert>
  );
}
