import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { CareDetails, CompanyAddress, ContactDetails } from "@/api/types";
import { t } from "@/messages/t";
import { buttonClass } from "@/ui/Button/Button";
import { Icon, type IconName } from "@/ui/Icon/Icon";
import { ErrorAlert } from "@/ui/Alert/Alert";
import { Prose } from "@/ui/Prose/Prose";
import styles from "./ContactPage.module.css";
import { PageFrame } from "./PageFrame";
import { contactQuery, customerCareQuery } from "./queries";
import { TextSkeleton } from "./TextSkeleton";

/** The shop's contact details, customer care and the contact form. */
export function ContactPage({ form }: { form: ReactNode }) {
  const contact = useQuery(contactQuery);
  const care = useQuery(customerCareQuery);
  return (
    <PageFrame crumb={t("contact.title")} title={contact.data?.title || t("contact.title")}>
      <div className={styles["columns"]}>
        <section>
          {contact.isPending && <TextSkeleton />}
          {contact.error && !contact.data && (
            <ErrorAlert error={contact.error} retry={() => void contact.refetch()} />
          )}
          {contact.data && <Contact details={contact.data} />}
        </section>
        <section id="customer-care" className={styles["care"]}>
          {care.isPending && <TextSkeleton />}
          {care.error && !care.data && (
            <ErrorAlert error={care.error} retry={() => void care.refetch()} />
          )}
          {care.data && <CustomerCare details={care.data} />}
        </section>
      </div>
      {form}
    </PageFrame>
  );
}

function Contact({ details }: { details: ContactDetails }) {
  const { content, email, phone, address, socialLinks } = details;
  return (
    <>
      <Prose html={content} />
      <ul className={styles["contacts"]}>
        {address && (
          <ContactItem icon="pin">
            <address>{addressLines(address).join("\n")}</address>
          </ContactItem>
        )}
        <ContactLinks email={email} phone={phone} />
      </ul>
      {socialLinks.length > 0 && (
        <ul className={styles["social"]}>
          {socialLinks.map(({ name, url }) => (
            <li key={url}>
              <a href={url} rel="noreferrer">
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function CustomerCare({
  details: { title, content, email, phone, hours },
}: {
  details: CareDetails;
}) {
  return (
    <>
      <h2>{title || t("contact.care")}</h2>
      <Prose html={content} />
      <ul className={styles["contacts"]}>
        {hours && (
          <ContactItem icon="clock">
            <span className={styles["lines"]}>{hours}</span>
          </ContactItem>
        )}
        <ContactLinks email={email} phone={phone} />
      </ul>
      <p className={styles["ticket"]}>{t("contact.ticketText")}</p>
      <Link className={buttonClass("secondary")} to="/support-ticket">
        {t("contact.newTicket")}
      </Link>
    </>
  );
}

function ContactLinks({ email, phone }: { email: string; phone: string }) {
  return (
    <>
      {phone && (
        <ContactItem icon="phone">
          <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>{phone}</a>
        </ContactItem>
      )}
      {email && (
        <ContactItem icon="mail">
          <a href={`mailto:${email}`}>{email}</a>
        </ContactItem>
      )}
    </>
  );
}

function ContactItem({ icon, children }: { icon: IconName; children: React.ReactNode }) {
  return (
    <li>
      <Icon name={icon} />
      {children}
    </li>
  );
}

function addressLines(address: CompanyAddress): string[] {
  const { line1, line2, city, state, postalCode, country } = address;
  return [
    line1,
    line2,
    [city, [state, postalCode].filter(Boolean).join(" ")].filter(Boolean).join(", "),
    country,
  ].filter(Boolean);
}
