import { useQuery } from "@tanstack/react-query";
import { Suspense, use } from "react";
import {
  type LoaderFunctionArgs,
  Navigate,
  useLocation,
  useParams,
  useSearchParams,
} from "react-router";
import type { ProductList } from "@/api/types";
import { isNotFound } from "@/api/errors";
import { queryClientContext } from "@/api/queryClient";
import { cachedFirst, waitForData } from "@/api/waitForData";
import {
  appliedFilters,
  clearFilters,
  hasFiltersOrSort,
  type ListParameters,
  parseListParameters,
  withoutFilter,
} from "@/features/search/list/listParameters";
import { isEverything, listKind, listSource } from "@/features/search/list/listSource";
import { ListSkeleton } from "@/features/search/list/ListSkeleton";
import { ProductListPage } from "@/features/search/list/ProductListPage";
import { productListQuery } from "@/features/search/list/productListQuery";
import { type ListNavigation, useListParameters } from "@/features/search/list/useListParameters";
import { bestSellersQuery } from "@/features/search/queries";
import { t } from "@/messages/t";
import { IsBehind } from "@/state/isBehind";
import { useVisitedPageTitle } from "@/state/useVisitedPageTitle";
import { lazyRequired } from "@/ui/lazy/lazyRequired";
import { ErrorAlert } from "@/ui/Alert/Alert";

const EmptyResults = lazyRequired(
  async () => (await import("@/features/search/list/EmptyResults")).EmptyResults,
);
const NotFound = lazyRequired(async () => (await import("@/features/shop/NotFound")).NotFound);
const SearchLanding = lazyRequired(
  async () => (await import("@/features/search/list/SearchLanding")).SearchLanding,
);

export function loader({ context, request, params }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const queryClient = context.get(queryClientContext);
  const source = listSource(pathname, params, searchParams);
  const list = parseListParameters(searchParams);
  return waitForData(
    isEverything(source) && !hasFiltersOrSort(list)
      ? queryClient.query(cachedFirst(bestSellersQuery))
      : queryClient.query(cachedFirst(productListQuery(source, list))),
  );
}

/** The title of the list of all products; links of the home page lead to some of its sort orders. */
function titleOfEverything({ sort, filters }: ListParameters): string {
  if (sort === "newest") return t("home.newest");
  if (sort === "popularity") return t("home.popular");
  return sort === "discount" && filters["discount"] ? t("home.reduced") : t("list.everything");
}

/** Writes the default sort order into the URL too: without any parameter it is the search landing. */
function withSort(navigation: ListNavigation): ListNavigation {
  const sorted = (next: ListParameters): ListParameters => ({
    ...next,
    sort: next.sort ?? "relevance",
  });
  return {
    ...navigation,
    goTo: (next) => navigation.goTo(sorted(next)),
    linkTo: (next) => navigation.linkTo(sorted(next)),
  };
}

/** The page of categories, sales, sliders, sections and searches. */
export function Component() {
  const { pathname } = useLocation();
  const params = useParams();
  const [search] = useSearchParams();
  const source = listSource(pathname, params, search);
  const everything = isEverything(source);
  const kind = listKind(pathname);
  const ownNavigation = useListParameters(kind === "search" ? source : {});
  const navigation = everything ? withSort(ownNavigation) : ownNavigation;
  const { list } = navigation;
  const isLanding = everything && !hasFiltersOrSort(list);
  const query = useQuery({ ...productListQuery(source, list), enabled: !isLanding });
  const { data: results, error, isPending, refetch } = query;

  const title =
    source.q === undefined
      ? (results?.heading?.title ?? (everything ? titleOfEverything(list) : t("list.title")))
      : t("list.resultsFor", { query: source.q });
  useVisitedPageTitle(kind === "search" || !results ? null : title);

  if (isLanding) {
    return (
      <Suspense fallback={<ListSkeleton />}>
        <SearchLanding />
      </Suspense>
    );
  }
  if (isPending) return <ListSkeleton />;
  if (results?.redirect && !query.isPlaceholderData) {
    return <Redirect to={results.redirect} />;
  }
  if (!results) return <LoadFailure error={error} retry={() => void refetch()} />;
  return (
    <ProductListPage
      results={results}
      navigation={navigation}
      title={title}
      source={source}
      isCategory={kind === "category"}
      busy={query.isPlaceholderData}
      empty={<Empty navigation={navigation} results={results} q={source.q} />}
    />
  );
}

/** A list that is behind a product redirects when the visitor is back, not away from the product. */
function Redirect({ to }: { to: string }) {
  return use(IsBehind) ? null : <Navigate replace to={to} />;
}

function LoadFailure({ error, retry }: { error: Error | null; retry: () => void }) {
  if (isNotFound(error)) {
    return (
      <Suspense>
        <NotFound />
      </Suspense>
    );
  }
  return (
    <main className="wrap" id="content">
      <ErrorAlert level={1} error={error} retry={retry} />
    </main>
  );
}

interface EmptyProps {
  navigation: ListNavigation;
  results: ProductList;
  q: string | undefined;
}

function Empty({ navigation: { list, goTo, linkTo }, results, q }: EmptyProps) {
  return (
    <Suspense>
      <EmptyResults
        results={results}
        filtered={appliedFilters(list).length > 0}
        q={q}
        linkWithout={(parameter) => linkTo(withoutFilter(list, parameter))}
        firstPage={linkTo({ ...list, page: 1 })}
        cleared={linkTo(clearFilters(list))}
        onClear={() => goTo(clearFilters(list))}
      />
    </Suspense>
  );
}
