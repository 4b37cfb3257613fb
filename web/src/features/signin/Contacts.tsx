import { useState } from "react";
import type { Customer } from "@/api/types";
import { t } from "@/messages/t";
import { showToast } from "@/state/toasts";
import type { Channel } from "./contact";
import { ContactChange } from "./ContactChange";
import styles from "./Contacts.module.css";

/** The email and the phone number that the customer signs in with, and buttons to change them. */
export function Contacts({ customer }: { customer: Customer }) {
  const [changing, setChanging] = useState<Channel | null>(null);
  const rows = [
    {
      channel: "email",
      label: t("signin.email"),
      value: customer.email,
      none: t("profile.noEmail"),
      change: t(customer.email === null ? "profile.addEmail" : "profile.changeEmail"),
    },
    {
      channel: "phone",
      label: t("signin.phone"),
      value: customer.phone,
      none: t("profile.noPhone"),
      change: t(customer.phone === null ? "profile.addPhone" : "profile.changePhone"),
    },
  ] as const;
  return (
    <section className={styles["contacts"]} aria-labelledby="contacts">
      <h2 id="contacts">{t("profile.contact")}</h2>
      <dl>
        {rows.map(({ channel, label, value, none, change }) => (
          <div key={channel} className={styles["row"]}>
            <dt>{label}</dt>
            <dd>
              <span data-none={value === null || undefined}>{value ?? none}</span>
              <button type="button" aria-label={change} onClick={() => setChanging(channel)}>
                {t(value === null ? "profile.addContact" : "profile.change")}
              </button>
            </dd>
          </div>
        ))}
      </dl>
      {changing && (
        <ContactChange
          channel={changing}
          hasBoth={customer.email !== null && customer.phone !== null}
          onClose={() => setChanging(null)}
          onChanged={() => {
            setChanging(null);
            showToast(t("profile.contactChanged"));
          }}
        />
      )}
    </section>
  );
}
