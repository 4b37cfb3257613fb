import { type ReactNode, Suspense, useState } from "react";
import type { ProductList } from "@/api/types";
import { number } from "@/format/number";
import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import { Breadcrumbs } from "@/ui/Breadcrumbs/Breadcrumbs";
import { Button, buttonClass } from "@/ui/Button/Button";
import { cx } from "@/ui/cx";
import { Icon } from "@/ui/Icon/Icon";
import { lazyRequired } from "@/ui/lazy/lazyRequired";
import { useIsShownAt } from "@/ui/lazy/useIsShownAt";
import { AdvancedFilterButton } from "../filters/AdvancedFilterButton";
import { Facets } from "../filters/Facets";
import type { FilterProps } from "../filters/filterProps";
import { appliedFilters } from "./listParameters";
import type { ListSource } from "./listSource";
import styles from "./ProductListPage.module.css";
import { reportOpened } from "./reportOpened";
import { Results } from "./Results";
import { SortSelect } from "./SortSelect";
import type { ListNavigation } from "./useListParameters";

const AppliedFilters = lazyRequired(
  async () => (await import("../filters/AppliedFilters")).AppliedFilters,
);
const SearchNotes = lazyRequired(async () => (await import("./SearchNotes")).SearchNotes);
const FilterDrawer = lazyRequired(
  async () => (await import("../filters/FilterDrawer")).FilterDrawer,
);
const AdvancedFilter = lazyRequired(
  async () => (await import("../filters/advancedFilterChunk")).AdvancedFilter,
);

/** Others have the facets in a drawer. */
const WIDE = "not all and (max-width: 1020px)";

interface Props {
  results: ProductList;
  navigation: ListNavigation;
  title: string;
  source: ListSource;
  isCategory: boolean;
  /** Whether newer results are loading. */
  busy: boolean;
  /** Shown instead of the cards when there are no results. */
  empty: ReactNode;
}

export function ProductListPage(props: Props) {
  const { results, navigation, title, source, isCategory, busy, empty } = props;
  const { q } = source;
  const { list, latest, goTo, linkTo } = navigation;
  const [openSheet, setOpenSheet] = useState<"facets" | "advanced" | null>(null);
  const hasSidebar = useIsShownAt(WIDE);
  const shopCurrency = useAppState((app) => app.availibilityData?.currency);
  const { heading, facets, items, total, correction, lacksWords } = results;
  const currency = items[0]?.price.currency ?? shopCurrency ?? "USD";
  const hasFacets = facets.length > 0 || appliedFilters(list).length > 0;
  const filterProps = { facets, list, currency, onChange: goTo, linkTo };
  const facetProps = { ...filterProps, source, latest, categoriesAreLinks: isCategory };
  const openAdvanced = () => setOpenSheet("advanced");
  const close = () => setOpenSheet(null);
  return (
    <main className="wrap" id="content">
      <Heading heading={heading} title={title} />
      {q !== undefined && (correction || lacksWords) && (
        <Suspense>
          <SearchNotes {...{ correction, lacksWords, q }} />
        </Suspense>
      )}
      <Toolbar
        {...filterProps}
        total={total}
        isSearch={q !== undefined}
        onOpenFilters={hasFacets ? () => setOpenSheet("facets") : null}
      />
      <div className={styles["columns"]} data-without-facets={!hasFacets || undefined}>
        {hasFacets && hasSidebar && (
          <aside id="filters" className={styles["sidebar"]} aria-label={t("list.filters")}>
            <AdvancedFilterButton onClick={openAdvanced} />
            <Facets {...facetProps} />
          </aside>
        )}
        <Results
          results={results}
          columns={hasFacets ? 3 : 4}
          busy={busy}
          empty={empty}
          linkTo={(page) => linkTo({ ...list, page })}
          onOpen={q === undefined ? undefined : (event) => reportOpened(q, event)}
        />
      </div>
      <Suspense>
        {openSheet === "facets" && (
          <FilterDrawer {...facetProps} total={total} onAdvanced={openAdvanced} onClose={close} />
        )}
        {openSheet === "advanced" && <AdvancedFilter {...filterProps} onClose={close} />}
      </Suspense>
    </main>
  );
}

function Heading({ heading, title }: { heading: ProductList["heading"]; title: string }) {
  const ancestors = heading?.breadcrumbs.slice(0, -1) ?? [];
  const current = heading?.breadcrumbs.at(-1)?.title ?? title;
  return (
    <>
      <Breadcrumbs
        crumbs={[{ title: t("frame.home"), link: "/" }, ...ancestors, { title: current }]}
      />
      <h1 className={styles["title"]}>{title}</h1>
      {heading?.description && <p className={styles["intro"]}>{heading.description}</p>}
    </>
  );
}

interface ToolbarProps extends FilterProps {
  total: number;
  isSearch: boolean;
  /** Null if the list has no filters. */
  onOpenFilters: (() => void) | null;
}

/** The applied filters, the number of results and the sort order. */
function Toolbar({ total, isSearch, onOpenFilters, ...filterProps }: ToolbarProps) {
  const { list, onChange, linkTo } = filterProps;
  const applied = appliedFilters(list).length;
  return (
    <div className={styles["toolbar"]}>
      <div className={styles["applied"]}>
        {applied > 0 && (
          <Suspense>
            <AppliedFilters {...filterProps} />
          </Suspense>
        )}
      </div>
      {onOpenFilters && (
        <>
          <Button
            variant="tertiary"
            className={cx(styles["filtersButton"], "needs-script")}
            onClick={onOpenFilters}
          >
            <Icon name="filter" />
            {applied > 0 ? t("list.filtersApplied", { count: applied }) : t("list.filters")}
          </Button>
          <noscript>
            {import.meta.env.SSR && (
              <a className={cx(buttonClass("tertiary"), styles["filtersButton"])} href="#filters">
                {t("list.filters")}
              </a>
            )}
          </noscript>
        </>
      )}
      <span className={styles["count"]} role="status">
        {t("list.count", { count: number(total) })}
      </span>
      {total > 0 && <SortSelect {...{ list, isSearch, onChange, linkTo }} />}
    </div>
  );
}
