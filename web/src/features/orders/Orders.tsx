import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { OrderSummary } from "@/api/types";
import { t } from "@/messages/t";
import { useAddressSearch } from "@/state/addressSearch";
import { useAppState, visitorOf } from "@/state/appState";
import { buttonClass } from "@/ui/Button/Button";
import { problemIn } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { SelectField } from "@/ui/Form/SelectField";
import { TextField } from "@/ui/Form/TextField";
import { FailureNotice, Notice } from "@/ui/Notice/Notice";
import { pageIn } from "@/ui/Pages/pageIn";
import { Pages } from "@/ui/Pages/Pages";
import { OrderCard, OrderCardSkeleton } from "./OrderCard";
import styles from "./Orders.module.css";
import { ordersQuery } from "./queries";
import { STATUS_GROUPS, type StatusGroup, statusGroup } from "./statuses";

const PAUSE = 300;
const GROUPS: readonly StatusGroup[] = [
  "all",
  ...(Object.keys(STATUS_GROUPS) as (keyof typeof STATUS_GROUPS)[]),
];

interface Asked {
  page: number;
  group: StatusGroup;
  q: string;
}

/** What the address asks for; page, status and words are part of it, so that Back works. */
function readAsked(parameters: URLSearchParams): Asked {
  return {
    page: pageIn(parameters),
    group: statusGroup(parameters.get("status")),
    q: (parameters.get("q") ?? "").trim(),
  };
}

function writeAsked({ page, group, q }: Asked): URLSearchParams {
  return new URLSearchParams({
    ...(group === "all" ? {} : { status: group }),
    ...(q === "" ? {} : { q }),
    ...(page === 1 ? {} : { page: String(page) }),
  });
}

interface Props {
  /** What can be done with an order of the list. */
  actions: (order: OrderSummary) => ReactNode;
}

/** The customer's orders, newest first, by status and by words. */
export function Orders({ actions }: Props) {
  const visitor = useAppState(visitorOf);
  const navigate = useNavigate();
  const [parameters, replaceParameters] = useAddressSearch();
  const asked = readAsked(parameters);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    ordersQuery(visitor, asked),
  );
  const filtered = asked.group !== "all" || asked.q !== "";
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
      </div>
      {isPending ? (
        [1, 2, 3].map((number) => <OrderCardSkeleton key={number} />)
      ) : !data ? (
        <FailureNotice error={error} retry={() => void refetch()} />
      ) : data.items.length === 0 ? (
        <NoOrders filtered={filtered} />
      ) : (
        <>
          <p className="visually-hidden" role="status">
            {t("orders.count", { count: data.total })}
          </p>
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
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    if (problemIn(FIELDS.orderSearch, text) !== undefined) return;
    timer.current = setTimeout(() => {
      setKnown(text.trim());
      onSearch(text.trim());
    }, PAUSE);
  };
  return (
    <TextField
      label={t("orders.search")}
      type="search"
      field={FIELDS.orderSearch}
      value={typed}
      onChange={type}
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
