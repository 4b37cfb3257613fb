import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { type LoaderFunctionArgs, useLocation, useParams, useSearchParams } from "react-router";
import { isNotFound } from "@/api/errors";
import { queryClientContext } from "@/api/queryClient";
import { settle } from "@/api/settle";
import { ListSkeleton } from "@/features/catalog/list/ListSkeleton";
import { ProductListPage } from "@/features/catalog/list/ProductListPage";
import { type ListControl, useListState } from "@/features/catalog/list/useListState";
import {
  appliedFilters,
  isAsked,
  type ListState,
  readListState,
  withoutFilters,
} from "@/features/catalog/listState";
import { productListQuery, type Source } from "@/features/catalog/listQuery";
import { bestSellersQuery } from "@/features/catalog/queries";
import { kindOf, sourceOf } from "@/features/catalog/source";
import { t } from "@/messages/t";
import { usePlaceTitle } from "@/state/usePlaceTitle";
import { lazyPart } from "@/ui/lazyPart";
import { FailureNotice } from "@/ui/Notice/Notice";

const EmptyList = lazyPart(
  async () => (await import("@/features/catalog/list/EmptyList")).EmptyList,
);
const NotHere = lazyPart(async () => (await import("@/features/shop/NotHere")).NotHere);
const SearchStart = lazyPart(
  async () => (await import("@/features/catalog/list/SearchStart")).SearchStart,
);

export function loader({ context, request, params }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const queryClient = context.get(queryClientContext);
  const source = sourceOf(pathname, params, searchParams);
  const state = readListState(searchParams);
  return settle(
    isEverything(source) && !isAsked(state)
      ? queryClient.query(bestSellersQuery)
      : queryClient.query(productListQuery(source, state)),
  );
}

function isEverything(source: Source): boolean {
  return Object.keys(source).length === 0;
}

/** What a list of everything is called: by its order where a shopper comes for that. */
function titleOfEverything({ sort, filters }: ListState): string {
  if (sort === "newest") return t("home.newest");
  if (sort === "popularity") return t("home.popular");
  return sort === "discount" && filters["discount"] ? t("home.reduced") : t("list.everything");
}

/** The order stands in the address: without it and a filter, that would be the search's start. */
function withOrder(control: ListControl): ListControl {
  const ordered = (next: ListState): ListState => ({ ...next, sort: next.sort ?? "relevance" });
  return {
    ...control,
    go: (next) => control.go(ordered(next)),
    linkTo: (next) => control.linkTo(ordered(next)),
  };
}

/** Category, sale, slider, section and search: one screen. */
export function Component() {
  const { pathname } = useLocation();
  const params = useParams();
  const [search] = useSearchParams();
  const listControl = useListState();
  const kind = kindOf(pathname);
  const source = sourceOf(pathname, params, search);
  const everything = isEverything(source);
  const control = everything ? withOrder(listControl) : listControl;
  const { state, go } = control;
  const nothingAsked = everything && !isAsked(state);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...productListQuery(source, state),
    enabled: !nothingAsked,
  });

  const title =
    source.q === undefined
      ? (data?.heading?.title ?? (everything ? titleOfEverything(state) : t("list.title")))
      : t("list.resultsFor", { query: source.q });
  usePlaceTitle(kind === "search" || !data ? null : title);

  if (nothingAsked) {
    return (
      <Suspense fallback={<ListSkeleton />}>
        <SearchStart />
      </Suspense>
    );
  }
  if (isPending) return <ListSkeleton />;
  if (!data) {
    if (isNotFound(error)) {
      return (
        <Suspense>
          <NotHere />
        </Suspense>
      );
    }
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
      title={title}
      isSearch={source.q !== undefined}
      isCategory={kind === "category"}
      busy={isPlaceholderData}
      empty={
        <Suspense>
          <EmptyList
            total={data.total}
            filtered={appliedFilters(state).length > 0}
            q={source.q}
            onFirstPage={() => go({ ...state, page: 1 })}
            onClear={() => go(withoutFilters(state))}
          />
        </Suspense>
      }
    />
  );
}
