import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { money } from "../../ui/Money";
import { LoadingHead } from "../../ui/LoadingHead";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DetailColumns, type Fact, Facts, Panel } from "../../ui/Panel";
import { When } from "../../ui/When";
import styles from "./importedOrders.module.css";
import {
  type ImportedAddress,
  type ImportedItem,
  type ImportedOrder,
  importedOrderQuery,
} from "./queries";
import { ImportedStatuses, sourceText } from "./statuses";

/** An order of another shop, as its file has it. */
export default function ImportedOrderPage() {
  const query = useQuery(importedOrderQuery(Number(useParams()["id"])));
  return (
    <Page wide>
      {query.data ? (
        <Loaded order={query.data} />
      ) : (
        <LoadingHead title={t("importedOrders.title")} back="/imported-orders" query={query} />
      )}
    </Page>
  );
}

function Loaded({ order }: { order: ImportedOrder }) {
  return (
    <>
      <PageHead
        title={order.number}
        back="/imported-orders"
        statuses={<ImportedStatuses order={order} />}
        facts={
          <>
            {sourceText(order)} · <When at={order.placedAt} as="full" />
          </>
        }
      />
      <p className="quiet">{t("importedOrders.readOnly")}</p>
      <DetailColumns
        main={
          <>
            <Panel title={t("importedOrders.items")} flush>
              <ul className={styles.items}>
                {order.items.map((item, index) => (
                  <Item key={index} item={item} />
                ))}
              </ul>
              {order.items.length === 0 ? (
                <p className="quiet">{t("importedOrders.noItems")}</p>
              ) : null}
            </Panel>
            <Panel title={t("importedOrders.amounts")}>
              <Facts facts={amountsOf(order)} />
            </Panel>
            {order.note ? (
              <Panel title={t("importedOrders.note")}>
                <p className={styles.note}>{order.note}</p>
              </Panel>
            ) : null}
          </>
        }
        aside={<Aside order={order} />}
      />
    </>
  );
}

function Item({ item }: { item: ImportedItem }) {
  const canSee = useOperator().can("products.read");
  return (
    <li>
      <span className={styles.title}>
        {item.product && canSee ? (
          <Link className="link" to={`/products/${item.product.id}`}>
            {item.title}
          </Link>
        ) : (
          item.title
        )}
        {item.sku ? <span className="quiet small"> {item.sku}</span> : null}
      </span>
      <span className="number">
        {item.quantity} × {money(item.price)}
      </span>
      {item.discount.amount > 0 ? (
        <span className="quiet number">
          {money({ ...item.discount, amount: -item.discount.amount })}
        </span>
      ) : null}
    </li>
  );
}

function amountsOf({ amounts, discountCode, shippingMethod, paymentMethod }: ImportedOrder) {
  const { subtotal, discount, shipping, tax, total, refunded } = amounts;
  const facts: Fact[] = [
    { label: t("importedOrders.subtotal"), value: money(subtotal) },
    {
      label: discountCode || t("importedOrders.discount"),
      value: money({ ...discount, amount: -discount.amount }),
    },
    { label: shippingMethod || t("importedOrders.shipping"), value: money(shipping) },
    { label: t("importedOrders.tax"), value: money(tax) },
    { label: t("importedOrders.total"), value: money(total), total: true },
    {
      label: t("importedOrders.refunded"),
      value: money({ ...refunded, amount: -refunded.amount }),
    },
    { label: t("importedOrders.paidWith"), value: paymentMethod },
  ];
  return facts.filter(
    ({ label, value }) =>
      value !== "" && !(label === t("importedOrders.refunded") && refunded.amount === 0),
  );
}

function Aside({ order }: { order: ImportedOrder }) {
  const canSee = useOperator().can("customers.read");
  const { name, email, phone, customerId, address, billingAddress, tags } = order;
  return (
    <>
      <Panel title={t("importedOrders.customer")}>
        {customerId !== null && canSee ? (
          <Link className="link" to={`/customers/${customerId}`}>
            {name || email || t("importedOrders.customer")}
          </Link>
        ) : (
          <p>{name || t("importedOrders.unknown")}</p>
        )}
        {email ? <p>{email}</p> : null}
        {phone ? <p>{phone}</p> : null}
      </Panel>
      {address ? <AddressPanel title={t("importedOrders.shipTo")} address={address} /> : null}
      {billingAddress ? (
        <AddressPanel title={t("importedOrders.billTo")} address={billingAddress} />
      ) : null}
      <Panel title={t("importedOrders.import")}>
        <p>
          {t("importedOrders.imported")} <When at={order.importedAt} as="full" />
        </p>
        {tags.length > 0 ? <p className="quiet">{tags.join(", ")}</p> : null}
      </Panel>
    </>
  );
}

function AddressPanel({ title, address }: { title: string; address: ImportedAddress }) {
  const lines = [address.name, address.company, ...address.lines, address.phone];
  return (
    <Panel title={title}>
      {lines
        .filter((line) => line !== "")
        .map((line) => (
          <p key={line}>{line}</p>
        ))}
    </Panel>
  );
}
