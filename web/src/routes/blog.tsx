import { useQueries, useQuery } from "@tanstack/react-query";
import { type LoaderFunctionArgs, useParams } from "react-router";
import { isNotFound } from "@/api/errors";
import { queryClientContext } from "@/api/queryClient";
import { settle } from "@/api/settle";
import type { Blog } from "@/api/types";
import { CardRow } from "@/features/catalog/CardRow";
import { cardOf } from "@/features/catalog/cardOf";
import { productQuery } from "@/features/catalog/queries";
import { BlogArticle } from "@/features/content/BlogArticle";
import { BlogTiles } from "@/features/content/BlogTiles";
import { blogQuery, blogsQuery } from "@/features/content/queries";
import { TextSkeleton } from "@/features/content/TextSkeleton";
import { NotHere } from "@/features/shop/NotHere";
import { t } from "@/messages/t";
import { usePlaceTitle } from "@/state/usePlaceTitle";
import { FailureNotice } from "@/ui/Notice/Notice";
import { Section } from "@/ui/Section/Section";

export function loader({ context, params }: LoaderFunctionArgs) {
  return settle(context.get(queryClientContext).query(blogQuery(params["value"] ?? "")));
}

export function Component() {
  const { value = "" } = useParams();
  const { data: blog, error, isPending, refetch } = useQuery(blogQuery(value));
  usePlaceTitle(blog?.title ?? null);
  if (isNotFound(error)) return <NotHere />;
  return (
    <main className="wrap" id="content">
      {isPending && <TextSkeleton />}
      {error && !blog && <FailureNotice error={error} retry={() => void refetch()} />}
      {blog && <BlogArticle blog={blog} />}
      {blog && <Mentioned slugs={blog.productSlugs} />}
      {blog && <MoreToRead blog={blog} />}
    </main>
  );
}

const MENTIONED = 8;

/** The things that a story speaks of; those that are gone are left out. */
function Mentioned({ slugs }: { slugs: readonly string[] }) {
  const cards = useQueries({
    queries: slugs.slice(0, MENTIONED).map((slug) => productQuery(slug)),
    combine: (results) => results.flatMap(({ data }) => (data ? [cardOf(data)] : [])),
  });
  return <CardRow title={t("blogs.mentioned")} cards={cards} />;
}

function MoreToRead({ blog }: { blog: Blog }) {
  const { data } = useQuery(blogsQuery());
  const others = (data?.items ?? []).filter(({ id }) => id !== blog.id).slice(0, 3);
  if (others.length === 0) return null;
  return (
    <Section title={t("blogs.more")} link={{ to: "/blogs", text: t("action.viewAll") }}>
      <BlogTiles blogs={others} />
    </Section>
  );
}
