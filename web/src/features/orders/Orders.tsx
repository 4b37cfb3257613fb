import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { OrderSummary } from "@/api/types";
import "@/messages/later/orders";
import { t } from "@/messages/t";
import { useAddressSearch } from "@/state/addressSearch";
import { useAppState, visitorOf } from "@/state/appState";
import { Button, buttonClass } from "@/ui/Button/Button";
import { ALL_OF, ANY_OF } from "@/ui/Filter/parameters";
import { problemIn } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { SelectField } from "@/ui/Form/SelectField";
import { TextField } from "@/ui/Form/TextField";
import { Icon } from "@/ui/Icon/Icon";
import { lazyPart } from "@/ui/lazyPart";
import { FailureNotice, Notice } from "@/ui/Notice/Notice";
import { pageIn } from "@/ui/Pages/pageIn";
import { Pages } from "@/ui/Pages/Pages";
import { OrderCard, OrderCardSkeleton } from "./OrderCard";
import styles from "./Orders.module.css";
import type { OrdersSearched } from "./queries";
import { orderSearchQuery } from "./searchQuery";
import { STATUS_GROUPS, type StatusGroup, statusGroup } from "./statuses";

const OrderFilter = lazyPart(async () => (await import("./advanced")).OrderFilter);
const OrderFilterChips = lazyPart(async () => (await import("./advanced")).OrderFilterChips);

const PAUSE = 300;
const GROUPS: readonly StatusGroup[] = [
  "all",
  ...(Object.keys(STATUS_GROUPS) as (keyof typeof STATUS_GROUPS)[]),
];

/** What the address asks for; page, status, words and conditions are part of it, so that Back works. */
function readAsked(parameters: URLSearchParams): OrdersSearched {
  return {
    page: pageIn(parameters),
    group: statusGroup(parameters.get("status")),
    q: (parameters.get("q") ?? "").trim(),
    conditions: Object.fromEntries(
      [ALL_OF, ANY_OF]
        .map((name) => [name, parameters.getAll(name)] as const)
        .filter(([, written]) => written.length > 0),
    ),
  };
}

function writeAsked({ page, group, q, conditions }: OrdersSearched): URLSearchParams {
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
  /** What can be done with an order of the list. */
  actions: (order: OrderSummary) => ReactNode;
}

/** The customer's orders, newest first, by status, by words and by conditions. */
export function Orders({ actions }: Props) {
  const visitor = useAppState(visitorOf);
  const navigate = useNavigate();
  const [parameters, replaceParameters] = useAddressSearch();
  const asked = readAsked(parameters);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    orderSearchQuery(visitor, asked),
  );
  const [filterOpen, setFilterOpen] = useState(false);
  const hasConditions = Object.keys(asked.conditions).length > 0;
  const filtered = asked.group !== "all" || asked.q !== "" || hasConditions;
  const setConditions = (conditions: OrdersSearched["conditions"]) =>
    void navigate(`?${writeAsked({ ...asked, conditions, page: 1 })}`, {
      preventScrollReset: true,
    });
  return (
    <>
      <div className={styles["filters"]}>
        <Search
          q={asked.q}
          onSearch={(q) => replaceParameters(writeAsked({ ...asked, q, page: 1 }))}
        />
        <SelectField
          label={t("orders.status")}
          value={asked.group}
          onChange={(group) =>
            void navigate(`?${writeAsked({ ...asked, group: statusGroup(group), page: 1 })}`)
          }
          choices={GROUPS.map((group) => ({ value: group, label: t(`orders.${group}`) }))}
        />
        <Button look="plain" className={styles["advanced"]} onClick={() => setFilterOpen(true)}>
          <Icon name="filter" />
          {t("list.advanced")}
        </Button>
      </div>
      {hasConditions && (
        <div className={styles["chips"]}>
          <Suspense>
            <OrderFilterChips written={asked.conditions} onChange={setConditions} />
          </Suspense>
        </div>
      )}
      <p className={filtered ? styles["count"] : "visually-hidden"} role="status">
        {data && t("orders.count", { count: data.total })}
      </p>
      {isPending ? (
        [1, 2, 3].map((number) => <OrderCardSkeleton key={number} />)
      ) : !data ? (
        <FailureNotice error={error} retry={() => void refetch()} />
      ) : data.items.length === 0 ? (
        <NoOrders filtered={filtered} />
      ) : (
        <>
          <div className={styles["list"]} data-waiting={isPlaceholderData || undefined}>
            {data.items.map((order) => (
              <OrderCard key={order.orderId} order={order} actions={actions(order)} />
            ))}
          </div>
          <Pages
            page={data.page}
            pageSize={data.pageSize}
            total={data.total}
            linkTo={(page) => `?${writeAsked({ ...asked, page })}`}
          />
        </>
      )}
      {filterOpen && (
        <Suspense>
          <OrderFilter
            written={asked.conditions}
            onChange={setConditions}
            onClose={() => setFilterOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function Search({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [typed, setTyped] = useState(q);
  const [known, setKnown] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address changed by itself, such as with Back: the field says what it asks for.
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
    if (problemIn(FIELDS.orderSearch, text) !== undefined) return;
    timer.current = setTimeout(() => search(text), PAUSE);
  };
  // Whoever goes on to the status, say, takes the words along.
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
    <Notice
      icon="box"
      title={t(filtered ? "orders.noneTitle" : "orders.emptyTitle")}
      text={t(filtered ? "orders.noneText" : "orders.emptyText")}
    >
      <Link
        className={buttonClass(filtered ? "plain" : "primary")}
        to={filtered ? "/user-profile/orders" : "/"}
      >
        {t(filtered ? "orders.all" : "action.continueShopping")}
      </Link>
    </Notice>
  );
}
