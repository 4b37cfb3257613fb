import { type ReactNode, Suspense, useState } from "react";
import type { ProductList } from "@/api/types";
import { number } from "@/format/number";
import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import { Breadcrumbs } from "@/ui/Breadcrumbs/Breadcrumbs";
import { Button } from "@/ui/Button/Button";
import { Icon } from "@/ui/Icon/Icon";
import { lazyPart } from "@/ui/lazyPart";
import { Pages } from "@/ui/Pages/Pages";
import { CARD_SIZES, CardGrid } from "../CardGrid";
import { appliedFilters } from "../listState";
import { ProductCard } from "../ProductCard";
import { Facets } from "./Facets";
import styles from "./ProductListPage.module.css";
import { SortChoice } from "./SortChoice";
import type { ListControl } from "./useListState";

const Chips = lazyPart(async () => (await import("./Chips")).Chips);
const FilterDrawer = lazyPart(async () => (await import("./FilterDrawer")).FilterDrawer);
const ProductFilter = lazyPart(async () => (await import("./advanced")).ProductFilter);

const FIRST_ROW = 3;

interface Props {
  list: ProductList;
  control: ListControl;
  title: string;
  isSearch: boolean;
  isCategory: boolean;
  /** A newer list is on its way. */
  busy: boolean;
  /** What stands in the place of the cards where there are none. */
  empty: ReactNode;
}

export function ProductListPage({
  list,
  control,
  title,
  isSearch,
  isCategory,
  busy,
  empty,
}: Props) {
  const { state, go, linkTo } = control;
  const [open, setOpen] = useState<"facets" | "advanced" | null>(null);
  const shopCurrency = useAppState((app) => app.availibilityData?.currency);
  const currency = list.items[0]?.price.currency ?? shopCurrency ?? "USD";
  const { heading, facets, items, total } = list;
  const applied = appliedFilters(state).length;
  const bare = facets.length === 0 && applied === 0;
  const facetsProps = { facets, state, currency, categoriesAreLinks: isCategory, onChange: go };
  return (
    <main className="wrap" id="content">
      <Breadcrumbs
        crumbs={[
          { title: t("frame.home"), link: "/" },
          ...(heading?.breadcrumbs ?? []).map((crumb, index, all) =>
            index === all.length - 1 ? { title: crumb.title } : crumb,
          ),
          ...(heading?.breadcrumbs.length ? [] : [{ title }]),
        ]}
      />
      <h1 className={styles["title"]}>{title}</h1>
      {heading?.description && <p className={styles["intro"]}>{heading.description}</p>}
      <div className={styles["bar"]}>
        <div className={styles["applied"]}>
          {applied > 0 && (
            <Suspense>
              <Chips state={state} facets={facets} currency={currency} onChange={go} />
            </Suspense>
          )}
        </div>
        {!bare && (
          <Button look="quiet" className={styles["open"]} onClick={() => setOpen("facets")}>
            <Icon name="filter" />
            {applied > 0 ? t("list.filtersApplied", { count: applied }) : t("list.filters")}
          </Button>
        )}
        <span className={styles["count"]} role="status">
          {t("list.count", { count: number(total) })}
        </span>
        <SortChoice state={state} isSearch={isSearch} onChange={go} />
      </div>
      <div className={styles["list"]} data-bare={bare || undefined}>
        {!bare && (
          <aside className={styles["side"]} aria-label={t("list.filters")}>
            <Button
              look="quiet"
              wide
              className={styles["advanced"]}
              onClick={() => setOpen("advanced")}
            >
              <Icon name="filter" />
              {t("list.advanced")}
            </Button>
            <Facets {...facetsProps} />
          </aside>
        )}
        <div className={styles["results"]} aria-busy={busy}>
          {items.length === 0 ? (
            empty
          ) : (
            <CardGrid columns={bare ? 4 : 3}>
              {items.map((card, index) => (
                <ProductCard
                  key={card.productId}
                  card={card}
                  level={2}
                  sizes={CARD_SIZES[bare ? 4 : 3]}
                  first={index < FIRST_ROW}
                />
              ))}
            </CardGrid>
          )}
          <Pages
            page={list.page}
            pageSize={list.pageSize}
            total={total}
            linkTo={(page) => linkTo({ ...state, page })}
          />
        </div>
      </div>
      <Suspense>
        {open === "facets" && (
          <FilterDrawer
            {...facetsProps}
            total={total}
            onAdvanced={() => setOpen("advanced")}
            onClose={() => setOpen(null)}
          />
        )}
        {open === "advanced" && (
          <ProductFilter
            {...{ state, facets, currency }}
            onChange={go}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </main>
  );
}
