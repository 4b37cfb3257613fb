import { useQuery } from "@tanstack/react-query";
import { type LoaderFunctionArgs, useParams } from "react-router";
import { isNotFound } from "@/api/errors";
import { queryClientContext } from "@/api/queryClient";
import { cachedFirst, isWholePage, waitForData } from "@/api/waitForData";
import type { Blog } from "@/api/types";
import { CardRow } from "@/features/products/cards/CardRow";
import { cardsBySlugQuery } from "@/features/products/queries";
import { BlogArticle } from "@/features/content/BlogArticle";
import { BlogTiles } from "@/features/content/BlogTiles";
import { blogQuery, blogsQuery } from "@/features/content/queries";
import { TextSkeleton } from "@/features/content/TextSkeleton";
import { NotFound } from "@/features/shop/NotFound";
import { t } from "@/messages/t";
import { useVisitedPageTitle } from "@/state/useVisitedPageTitle";
import { ErrorAlert } from "@/ui/Alert/Alert";
import { Section } from "@/ui/Section/Section";

const MAX_PRODUCTS = 8;

const mentionedQuery = (slugs: readonly string[]) => cardsBySlugQuery(slugs.slice(0, MAX_PRODUCTS));

/** The post, and what is shown below it if the page is rendered as a whole. */
export function loader({ context, params }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext);
  const loading = queryClient.query(cachedFirst(blogQuery(params["value"] ?? "")));
  if (!isWholePage()) return waitForData(loading);
  return waitForData(
    loading.then(({ productSlugs }) =>
      queryClient.query(cachedFirst(mentionedQuery(productSlugs))),
    ),
    queryClient.query(cachedFirst(blogsQuery())),
  );
}

export function Component() {
  const { value = "" } = useParams();
  const { data: blog, error, isPending, refetch } = useQuery(blogQuery(value));
  useVisitedPageTitle(blog?.title ?? null);
  if (isNotFound(error)) return <NotFound />;
  return (
    <main className="wrap" id="content">
      {isPending && <TextSkeleton />}
      {error && !blog && <ErrorAlert level={1} error={error} retry={() => void refetch()} />}
      {blog && <BlogArticle blog={blog} />}
      {blog && <MentionedProducts slugs={blog.productSlugs} />}
      {blog && <OtherPosts blog={blog} />}
    </main>
  );
}

/** The products mentioned in a post. */
function MentionedProducts({ slugs }: { slugs: readonly string[] }) {
  const { data = [] } = useQuery(mentionedQuery(slugs));
  return <CardRow title={t("blogs.mentioned")} cards={data} />;
}

function OtherPosts({ blog }: { blog: Blog }) {
  const { data } = useQuery(blogsQuery());
  const others = (data?.items ?? []).filter(({ id }) => id !== blog.id).slice(0, 3);
  if (others.length === 0) return null;
  return (
    <Section title={t("blogs.more")} link={{ to: "/blogs", text: t("action.viewAll") }}>
      <BlogTiles blogs={others} />
    </Section>
  );
}
