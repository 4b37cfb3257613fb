import { Button, NumberInput, SegmentedControl, Stack, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { fieldErrors, formError, hasCode } from "../../api/errors";
import { useIdempotencyKey } from "../../api/idempotency";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ActionPanel } from "../../ui/ActionPanel";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Money, money } from "../../ui/Money";
import { toast } from "../../ui/toasts";
import { WhatWillHappen } from "../../ui/WhatWillHappen";
import { type Customer, customerQuery, type WalletChange } from "./queries";

type Direction = "credit" | "debit";

function decimalsOf(currency: string): number {
  const options = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  return options.maximumFractionDigits ?? 2;
}

interface Draft {
  direction: Direction;
  typed: number | string;
  note: string;
  expiresOn: string;
}

const EMPTY: Draft = { direction: "credit", typed: "", note: "", expiresOn: "" };

function usePreview(customer: Customer, direction: Direction, amount: number) {
  const [settled] = useDebouncedValue(amount, 250);
  const query = useQuery({
    queryKey: ["customer", customer.id, "wallet-preview", direction, settled],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/customers/{customerId}/wallet/preview", {
          params: { path: { customerId: customer.id }, query: { direction, amount: settled } },
        }),
      ),
    enabled: settled > 0 && settled === amount,
    staleTime: 0,
    retry: false,
  });
  const isReady = settled === amount && query.data !== undefined && !query.isFetching;
  return { query, isReady };
}

function useChange(customer: Customer, onDone: () => void, onOutdated: () => void) {
  const client = useQueryClient();
  const { headers, renew, renewAfter } = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: WalletChange) =>
      unwrap(
        api.POST("/api/admin/v1/customers/{customerId}/wallet", {
          params: { path: { customerId: customer.id }, header: headers },
          body,
        }),
      ),
    onSuccess: (changed) => {
      renew();
      toast(t("customers.walletChanged", { balance: money(changed.balance) }));
      void client.invalidateQueries({ queryKey: customerQuery(customer.id).queryKey });
      onDone();
    },
    onError: (error) => {
      renewAfter(error);
      if (hasCode(error, "preview_outdated")) onOutdated();
    },
  });
}

interface Props {
  customer: Customer;
  onClose: () => void;
}

/** Credits or debits a wallet, with the balance before and after shown first. */
export function WalletActionPanel({ customer, onClose }: Props) {
  const online = useOnline();
  const { currency } = customer.balance;
  const [draft, setDraft] = useState(EMPTY);
  const { direction, note, expiresOn } = draft;
  const amount = Math.round(Number(draft.typed) * 10 ** decimalsOf(currency));
  const isValid = Number.isSafeInteger(amount) && amount > 0;
  const { query: preview, isReady } = usePreview(customer, direction, isValid ? amount : 0);
  const change = useChange(customer, onClose, () => void preview.refetch());
  const canSubmit = isValid && isReady && note.trim().length >= 3 && online;
  const submit = () =>
    preview.data &&
    change.mutate({
      direction,
      amount,
      note: note.trim(),
      balance: preview.data.before.amount,
      ...(expiresOn && direction === "credit" ? { expiresOn } : {}),
    });
  return (
    <ActionPanel
      title={t("customers.changeWallet")}
      opened
      onClose={onClose}
      footer={
        <>
          <ErrorNote error={formError(change.error) ? change.error : null} isWrite />
          <Button
            variant="filled"
            fullWidth
            disabled={!canSubmit}
            loading={change.isPending}
            title={online ? undefined : t("frame.offlineWrites")}
            onClick={submit}
          >
            {t(direction === "credit" ? "customers.creditAmount" : "customers.debitAmount", {
              amount: isValid ? money({ amount, currency }) : "",
            })}
          </Button>
          {canSubmit ? null : <p className="tiny quiet">{t("customers.walletNeeds")}</p>}
        </>
      }
    >
      <Stack gap="md">
        <Fields
          draft={draft}
          onChange={setDraft}
          balance={customer.balance}
          errors={fieldErrors(change.error)}
        />
        {isValid ? <Preview query={preview} /> : null}
      </Stack>
    </ActionPanel>
  );
}

interface FieldsProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
  balance: Customer["balance"];
  errors: Record<string, string>;
}

function Fields({ draft, onChange, balance, errors }: FieldsProps) {
  const isDebit = draft.direction === "debit";
  return (
    <>
      <SegmentedControl
        aria-label={t("customers.direction")}
        value={draft.direction}
        onChange={(direction) => onChange({ ...draft, direction })}
        data={[
          { value: "credit" as const, label: t("customers.credit") },
          { value: "debit" as const, label: t("customers.debit") },
        ]}
      />
      <NumberInput
        label={t("customers.amount")}
        description={isDebit ? t("customers.upTo", { amount: money(balance) }) : null}
        value={draft.typed}
        onChange={(typed) => onChange({ ...draft, typed })}
        decimalScale={decimalsOf(balance.currency)}
        min={0}
        hideControls
        rightSection={<span className="small quiet">{balance.currency}</span>}
        rightSectionWidth={48}
        error={errors["amount"]}
        maw={200}
        data-autofocus
      />
      <Textarea
        label={t("customers.reason")}
        description={t("customers.reasonHelp")}
        value={draft.note}
        onChange={({ currentTarget }) => onChange({ ...draft, note: currentTarget.value })}
        error={errors["note"]}
        autosize
        minRows={2}
        maxLength={500}
      />
      {isDebit ? null : (
        <TextInput
          type="date"
          label={t("customers.expiresOn")}
          description={t("customers.optional")}
          value={draft.expiresOn}
          onChange={({ currentTarget }) => onChange({ ...draft, expiresOn: currentTarget.value })}
          error={errors["expiresOn"]}
          maw={200}
        />
      )}
    </>
  );
}

function Preview({ query }: { query: ReturnType<typeof usePreview>["query"] }) {
  const { data } = query;
  const figures = data
    ? [
        { label: t("customers.balanceBefore"), value: <Money value={data.before} /> },
        { label: t("customers.change"), value: <Money value={data.change} /> },
        { label: t("customers.balanceAfter"), value: <Money value={data.after} />, total: true },
      ]
    : [];
  return (
    <WhatWillHappen
      pending={query.isFetching}
      error={query.error}
      figures={figures}
      effects={[
        { icon: "eye", text: t("customers.customerSees") },
        ...(data?.needsStepUp
          ? [{ icon: "shield" as const, text: t("customers.needsStepUp") }]
          : []),
      ]}
    />
  );
}
