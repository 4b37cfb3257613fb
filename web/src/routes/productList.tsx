import { useQuery } from "@tanstack/react-query";
import { type LoaderFunctionArgs, useLocation, useParams, useSearchParams } from "react-router";
import { isNotFound } from "@/api/errors";
import { queryClientContext } from "@/api/queryClient";
import { settle } from "@/api/settle";
import { EmptyList } from "@/features/catalog/list/EmptyList";
import { ListSkeleton } from "@/features/catalog/list/ListSkeleton";
import { ProductListPage } from "@/features/catalog/list/ProductListPage";
import { SearchStart } from "@/features/catalog/list/SearchStart";
import { useListState } from "@/features/catalog/list/useListState";
import { readListState } from "@/features/catalog/listState";
import { bestSellersQuery, productListQuery } from "@/features/catalog/queries";
import { kindOf, sourceOf } from "@/features/catalog/source";
import { NotHere } from "@/features/shop/NotHere";
import { t } from "@/messages/t";
import { FailureNotice } from "@/ui/Notice/Notice";

export function loader({ context, request, params }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const queryClient = context.get(queryClientContext);
  const source = sourceOf(pathname, params, searchParams);
  return settle(
    Object.keys(source).length === 0
      ? queryClient.query(bestSellersQuery)
      : queryClient.query(productListQuery(source, readListState(searchParams))),
  );
}

/** Category, sale, slider, section and search: one screen. */
export function Component() {
  const { pathname } = useLocation();
  const params = useParams();
  const [search] = useSearchParams();
  const control = useListState();
  const { state, go } = control;
  const kind = kindOf(pathname);
  const source = sourceOf(pathname, params, search);
  const nothingAsked = Object.keys(source).length === 0;
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...productListQuery(source, state),
    enabled: !nothingAsked,
  });

  if (nothingAsked) return <SearchStart />;
  if (isPending) return <ListSkeleton />;
  if (!data) {
    if (isNotFound(error)) return <NotHere />;
    return (
      <main className="wrap" id="content">
        <FailureNotice error={error} retry={() => void refetch()} />
      </main>
    );
  }
  return (
    <ProductListPage
      list={data}
      control={control}
      title={
        source.q === undefined
          ? (data.heading?.title ?? t("list.title"))
          : t("list.resultsFor", { query: source.q })
      }
      isSearch={kind === "search"}
      isCategory={kind === "category"}
      busy={isPlaceholderData}
      empty={<EmptyList state={state} total={data.total} q={source.q} onChange={go} />}
    />
  );
}
