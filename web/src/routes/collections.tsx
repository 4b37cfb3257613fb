import { useQuery } from "@tanstack/react-query";
import { Link, type LoaderFunctionArgs } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import { settle } from "@/api/settle";
import { Collections, CollectionsSkeleton } from "@/features/catalog/Collections";
import { categoriesQuery } from "@/features/catalog/queries";
import { PageFrame } from "@/features/content/PageFrame";
import { t } from "@/messages/t";
import { buttonClass } from "@/ui/Button/Button";
import { FailureNotice, Notice } from "@/ui/Notice/Notice";

export function loader({ context }: LoaderFunctionArgs) {
  return settle(context.get(queryClientContext).query(categoriesQuery));
}

export function Component() {
  const { data: categories, error, isPending, refetch } = useQuery(categoriesQuery);
  return (
    <PageFrame
      crumb={t("collections.title")}
      title={t("collections.title")}
      intro={t("collections.intro")}
    >
      {isPending && <CollectionsSkeleton />}
      {error && !categories && <FailureNotice error={error} retry={() => void refetch()} />}
      {categories?.length === 0 && (
        <Notice icon="box" title={t("home.emptyTitle")} text={t("home.emptyText")}>
          <Link className={buttonClass("plain")} to="/">
            {t("frame.home")}
          </Link>
        </Notice>
      )}
      {categories && categories.length > 0 && <Collections categories={categories} />}
    </PageFrame>
  );
}
