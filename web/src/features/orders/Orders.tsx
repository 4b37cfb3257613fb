import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { OrderSummary } from "@/api/types";
import { t } from "@/messages/t";
import { useAddressSearch } from "@/state/addressSearch";
import { useAppState, visitorOf } from "@/state/appState";
import { Button, buttonClass } from "@/ui/Button/Button";
import { ALL_OF, ANY_OF } from "@/ui/Filter/parameters";
import { validateField } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { SelectField } from "@/ui/Form/SelectField";
import { TextField } from "@/ui/Form/TextField";
import { Icon } from "@/ui/Icon/Icon";
import { lazyRequired } from "@/ui/lazy/lazyRequired";
import { ErrorAlert, Alert } from "@/ui/Alert/Alert";
import { readPage } from "@/ui/Pagination/readPage";
import { Pagination } from "@/ui/Pagination/Pagination";
import { OrderCard, OrderCardSkeleton } from "./OrderCard";
import styles from "./Orders.module.css";
import type { OrderSearchParams } from "./queries";
import { orderSearchQuery } from "./searchQuery";
import { STATUS_GROUPS, type StatusGroup, statusGroup } from "./statuses";

const OrderFilter = lazyRequired(async () => (await import("./advancedFilter")).OrderFilter);
const OrderFilterChips = lazyRequired(
  async () => (await import("./advancedFilter")).OrderFilterChips,
);

/** Milliseconds without typing before a search starts. */
const SEARCH_DELAY = 300;
const GROUPS: readonly StatusGroup[] = [
  "all",
  ...(Object.keys(STATUS_GROUPS) as (keyof typeof STATUS_GROUPS)[]),
];

/** Reads the list from the address, so that Back works. */
function readParams(parameters: URLSearchParams): OrderSearchParams {
  return {
    page: readPage(parameters),
    group: statusGroup(parameters.get("status")),
    q: (parameters.get("q") ?? "").trim(),
    conditions: Object.fromEntries(
      [ALL_OF, ANY_OF]
        .map((name) => [name, parameters.getAll(name)] as const)
        .filter(([, written]) => written.length > 0),
    ),
  };
}

function writeParams({ page, group, q, conditions }: OrderSearchParams): URLSearchParams {
  const written = new URLSearchParams({
    ...(group === "all" ? {} : { status: group }),
    ...(q === "" ? {} : { q }),
    ...(page === 1 ? {} : { page: String(page) }),
  });
  for (const [name, values] of Object.entries(conditions)) {
    for (const value of values ?? []) written.append(name, value);
  }
  return written;
}

interface Props {
  /** Buttons and links for an order. */
  actions: (order: OrderSummary) => ReactNode;
}

/** The customer's orders, newest first, with search and filters. */
export function Orders({ actions }: Props) {
  const navigate = useNavigate();
  const [address, replaceAddress] = useAddressSearch();
  const params = readParams(address);
  const [filterOpen, setFilterOpen] = useState(false);
  const { group, q, conditions } = params;
  const hasConditions = Object.keys(conditions).length > 0;
  const isFiltered = group !== "all" || q !== "" || hasConditions;
  const setConditions = (next: OrderSearchParams["conditions"]) =>
    void navigate(`?${writeParams({ ...params, conditions: next, page: 1 })}`, {
      preventScrollReset: true,
    });
  return (
    <>
      <div className={styles["filters"]}>
        <Search
          q={q}
          onSearch={(next) => replaceAddress(writeParams({ ...params, q: next, page: 1 }))}
        />
        <SelectField
          label={t("orders.status")}
          value={group}
          onChange={(next) =>
            void navigate(`?${writeParams({ ...params, group: statusGroup(next), page: 1 })}`)
          }
          choices={GROUPS.map((value) => ({ value, label: t(`orders.${value}`) }))}
        />
        <Button
          variant="secondary"
          className={styles["advanced"]}
          onClick={() => setFilterOpen(true)}
        >
          <Icon name="filter" />
          {t("list.advanced")}
        </Button>
      </div>
      {hasConditions && (
        <div className={styles["chips"]}>
          <Suspense>
            <OrderFilterChips written={conditions} onChange={setConditions} />
          </Suspense>
        </div>
      )}
      <OrderList params={params} isFiltered={isFiltered} actions={actions} />
      {filterOpen && (
        <Suspense>
          <OrderFilter
            written={conditions}
            onChange={setConditions}
            onClose={() => setFilterOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

interface OrderListProps extends Props {
  params: OrderSearchParams;
  isFiltered: boolean;
}

/** A page of orders, with its loading, error and empty states. */
function OrderList({ params, isFiltered, actions }: OrderListProps) {
  const visitor = useAppState(visitorOf);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    orderSearchQuery(visitor, params),
  );
  return (
    <>
      <p className={isFiltered ? styles["count"] : "visually-hidden"} role="status">
        {data && t("orders.count", { count: data.total })}
      </p>
      {isPending ? (
        [1, 2, 3].map((number) => <OrderCardSkeleton key={number} />)
      ) : !data ? (
        <ErrorAlert error={error} retry={() => void refetch()} />
      ) : data.items.length === 0 ? (
        <NoOrders filtered={isFiltered} />
      ) : (
        <>
          <div className={styles["list"]} data-waiting={isPlaceholderData || undefined}>
            {data.items.map((order) => (
              <OrderCard key={order.orderId} order={order} actions={actions(order)} />
            ))}
          </div>
          <Pagination
            page={data.page}
            pageSize={data.pageSize}
            total={data.total}
            linkTo={(page) => `?${writeParams({ ...params, page })}`}
          />
        </>
      )}
    </>
  );
}

function Search({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [typed, setTyped] = useState(q);
  const [known, setKnown] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address changed without typing, such as with Back.
  if (q !== known) {
    setKnown(q);
    setTyped(q);
  }
  const search = (text: string) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setKnown(text.trim());
    onSearch(text.trim());
  };
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = undefined;
    if (validateField(FIELDS.orderSearch, text) !== undefined) return;
    timer.current = setTimeout(() => search(text), SEARCH_DELAY);
  };
  // Leaving the field starts the search at once, so that the next filter includes it.
  const leave = () => {
    if (timer.current !== undefined) search(typed);
  };
  return (
    <TextField
      label={t("orders.search")}
      type="search"
      field={FIELDS.orderSearch}
      value={typed}
      onChange={type}
      onBlur={leave}
    />
  );
}

function NoOrders({ filtered }: { filtered: boolean }) {
  return (
    <Alert
      icon="box"
      title={t(filtered ? "orders.noneTitle" : "orders.emptyTitle")}
      text={t(filtered ? "orders.noneText" : "orders.emptyText")}
    >
      <Link
        className={buttonClass(filtered ? "secondary" : "primary")}
        to={filtered ? "/user-profile/orders" : "/"}
      >
        {t(filtered ? "orders.all" : "action.continueShopping")}
      </Link>
    </Alert>
  );
}
