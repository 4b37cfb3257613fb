import { useQuery } from "@tanstack/react-query";
import { Link, type LoaderFunctionArgs } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import { cachedFirst, waitForData } from "@/api/waitForData";
import { Collections, CollectionsSkeleton } from "@/features/merchandising/collections/Collections";
import { categoriesQuery } from "@/features/merchandising/queries";
import { PageFrame } from "@/features/content/PageFrame";
import { t } from "@/messages/t";
import { buttonClass } from "@/ui/Button/Button";
import { ErrorAlert, Alert } from "@/ui/Alert/Alert";

export function loader({ context }: LoaderFunctionArgs) {
  return waitForData(context.get(queryClientContext).query(cachedFirst(categoriesQuery)));
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
      {error && !categories && <ErrorAlert error={error} retry={() => void refetch()} />}
      {categories?.length === 0 && (
        <Alert icon="box" title={t("home.emptyTitle")} text={t("home.emptyText")}>
          <Link className={buttonClass("secondary")} to="/">
            {t("frame.home")}
          </Link>
        </Alert>
      )}
      {categories && categories.length > 0 && <Collections categories={categories} />}
    </PageFrame>
  );
}
