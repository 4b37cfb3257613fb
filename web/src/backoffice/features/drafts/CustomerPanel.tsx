import { Button, SimpleGrid, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { Panel } from "../../ui/Panel";
import { ADDRESS, CONTACT, type DraftForm } from "./draftForm";
import styles from "./drafts.module.css";
import { Finder } from "./Finder";
import type { PartProps } from "./props";
import { customersQuery } from "./queries";

const LABELS = {
  firstName: "drafts.firstName",
  lastName: "drafts.lastName",
  email: "drafts.email",
  phone: "drafts.phone",
} as const;
const TYPES = { firstName: "text", lastName: "text", email: "email", phone: "tel" } as const;

/** An existing customer, or a guest with email or phone. */
export function CustomerPanel(props: PartProps) {
  const { form, onChange, errors } = props;
  const canSearch = useOperator().can("customers.read");
  const { customer } = form;
  return (
    <Panel title={t("drafts.customer")}>
      <div className={styles.form}>
        {customer ? (
          <p className={styles.chosen}>
            <span className="strong">{customer.name || customer.email || customer.phone}</span>
            <span className="quiet small">
              {[customer.email, customer.phone].filter(Boolean).join(" · ")}
            </span>
            {canSearch ? (
              <Link className="link" to={`/customers/${customer.id}`}>
                {t("drafts.profile")}
              </Link>
            ) : null}
            <Button onClick={() => onChange((now) => ({ ...now, customer: null }))}>
              {t("drafts.asGuest")}
            </Button>
          </p>
        ) : canSearch ? (
          <CustomerFinder {...props} />
        ) : null}
        <p className="quiet small">{customer ? t("drafts.signsIn") : t("drafts.guestHelp")}</p>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {CONTACT.map((name) => (
            <TextInput
              key={name}
              label={t(LABELS[name])}
              type={TYPES[name]}
              placeholder={
                customer && (name === "email" || name === "phone") ? (customer[name] ?? "") : ""
              }
              value={form.contact[name]}
              error={errors[`contact.${name}`]}
              onChange={(event) => {
                const { value } = event.currentTarget;
                onChange((now) => ({ ...now, contact: { ...now.contact, [name]: value } }));
              }}
            />
          ))}
        </SimpleGrid>
      </div>
    </Panel>
  );
}

/** The customer's main address, unless another one is typed already. */
function withAddress(
  form: DraftForm,
  address: Readonly<Partial<Record<(typeof ADDRESS)[number], string | null>>> | undefined,
): DraftForm {
  if (!address || Object.values(form.address).some((value) => value !== "")) return form;
  const texts = Object.fromEntries(ADDRESS.map((name) => [name, address[name] ?? ""]));
  return { ...form, address: texts as DraftForm["address"] };
}

function CustomerFinder({ onChange }: PartProps) {
  const client = useQueryClient();
  const [text, setText] = useState("");
  const [typed] = useDebouncedValue(text.trim(), 200);
  const query = useQuery(customersQuery(typed));
  const rows = (query.data?.items ?? []).map((row) => ({
    key: row.id,
    title: row.name || row.email || row.phone || t("drafts.noName"),
    detail: [row.email, row.phone, t("drafts.orderCount", { count: row.orders })]
      .filter(Boolean)
      .join(" · "),
    row,
  }));
  const choose = async (row: (typeof rows)[number]["row"]) => {
    const { id, name, email, phone } = row;
    setText("");
    onChange((now) => ({ ...now, customer: { id, name, email, phone } }));
    const profile = await client.query({
      queryKey: ["customer", id],
      queryFn: () =>
        unwrap(
          api.GET("/api/admin/v1/customers/{customerId}", { params: { path: { customerId: id } } }),
        ),
    });
    onChange((now) => withAddress(now, profile.addresses[0]));
  };
  return (
    <Finder
      label={t("drafts.findCustomer")}
      placeholder={t("drafts.findCustomerHint")}
      text={text}
      onText={setText}
      rows={rows}
      ready={typed === text.trim() && query.isSuccess && !query.isPlaceholderData}
      error={query.error}
      none={t("drafts.noCustomers")}
      onChoose={({ row }) => void choose(row).catch(() => undefined)}
    />
  );
}
