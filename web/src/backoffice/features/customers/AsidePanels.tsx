import { t } from "../../messages/t";
import { CopyText } from "../../ui/CopyText";
import { Money } from "../../ui/Money";
import { type Fact, Facts, Panel } from "../../ui/Panel";
import { When } from "../../ui/When";
import { NewsletterStatus } from "./NewsletterStatus";
import type { Customer } from "./queries";

/** How to reach the customer, and what they agreed to. */
export function ContactPanel({ customer }: { customer: Customer }) {
  const { email, phone, newsletter } = customer;
  const facts: Fact[] = [
    { label: t("customers.email"), value: email ? <CopyText text={email} /> : t("customers.none") },
    { label: t("customers.phone"), value: phone ? <CopyText text={phone} /> : t("customers.none") },
    ...(customer.dob === null ? [] : [{ label: t("customers.dob"), value: customer.dob }]),
    { label: t("customers.newsletter"), value: <NewsletterStatus status={newsletter.status} /> },
    ...(newsletter.since === null
      ? []
      : [{ label: t("customers.consentSince"), value: <When at={newsletter.since} as="day" /> }]),
    { label: t("customers.registered"), value: <When at={customer.createdAt} as="day" /> },
  ];
  return (
    <Panel title={t("customers.contact")}>
      <Facts facts={facts} />
    </Panel>
  );
}

/** What the customer ordered, as of now. */
export function FiguresPanel({ customer }: { customer: Customer }) {
  const { figures } = customer;
  const facts: Fact[] = [
    { label: t("customers.orders"), value: figures.orders },
    ...(figures.cancelledOrders > 0
      ? [{ label: t("customers.cancelledOrders"), value: figures.cancelledOrders }]
      : []),
    ...(figures.averageOrder === null
      ? []
      : [{ label: t("customers.averageOrder"), value: <Money value={figures.averageOrder} /> }]),
    ...(figures.firstOrderAt === null
      ? []
      : [{ label: t("customers.firstOrder"), value: <When at={figures.firstOrderAt} as="day" /> }]),
    ...(figures.lastOrderAt === null
      ? []
      : [{ label: t("customers.lastOrder"), value: <When at={figures.lastOrderAt} as="day" /> }]),
    { label: t("customers.spent"), value: <Money value={figures.spent} />, total: true },
  ];
  return (
    <Panel title={t("customers.figures")}>
      <Facts facts={facts} />
    </Panel>
  );
}

export function AddressesPanel({ customer }: { customer: Customer }) {
  return (
    <Panel title={t("customers.addresses")}>
      {customer.addresses.length === 0 ? (
        <p className="quiet">{t("customers.noAddresses")}</p>
      ) : null}
      {customer.addresses.map((address) => (
        <address key={address.id} style={{ fontStyle: "normal", marginBottom: "var(--s3)" }}>
          {address.isPrimary ? (
            <div className="small quiet">{t("customers.primaryAddress")}</div>
          ) : null}
          {[
            address.company,
            `${address.firstName} ${address.lastName}`,
            address.line1,
            address.line2,
            [address.city, address.state, address.postalCode].filter(Boolean).join(", "),
            address.country,
            address.phone,
          ]
            .filter(Boolean)
            .map((line, index) => (
              <div key={index}>{line}</div>
            ))}
        </address>
      ))}
    </Panel>
  );
}
