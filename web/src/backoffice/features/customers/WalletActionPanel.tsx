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
import { type Customer, customerQuery } from "./queries";

type Direction = "credit" | "debit";

function decimalsOf(currency: string): number {
  const options = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  return options.maximumFractionDigits ?? 2;
}

/** Credits or debits a wallet, with the balance before and after shown first. */
export function WalletActionPanel({
  customer,
  onClose,
}: {
  customer: Customer;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const online = useOnline();
  const { currency } = customer.balance;
  const decimals = decimalsOf(currency);
  const [direction, setDirection] = useState<Direction>("credit");
  const [typed, setTyped] = useState<number | string>("");
  const [note, setNote] = useState("");
  const [expiresOn, setExpiresOn] = useState("");
  const amount = Math.round(Number(typed) * 10 ** decimals);
  const isValid = Number.isSafeInteger(amount) && amount > 0;
  const [settled] = useDebouncedValue(amount, 250);
  const { headers, renew, renewAfter } = useIdempotencyKey();
  const preview = useQuery({
    queryKey: ["customer", customer.id, "wallet-preview", direction, settled],
    queryFn: () =>
      unwrap(
        api.GET("/api/admin/v1/customers/{customerId}/wallet/preview", {
          params: { path: { customerId: customer.id }, query: { direction, amount: settled } },
        }),
      ),
    enabled: isValid && settled > 0,
    staleTime: 0,
    retry: false,
  });
  const change = useMutation({
    mutationFn: (balance: number) =>
      unwrap(
        api.POST("/api/admin/v1/customers/{customerId}/wallet", {
          params: { path: { customerId: customer.id }, header: headers },
          body: {
            direction,
            amount,
            note: note.trim(),
            balance,
            ...(expiresOn && direction === "credit" ? { expiresOn } : {}),
          },
        }),
      ),
    onSuccess: (changed) => {
      renew();
      toast(t("customers.walletChanged", { balance: money(changed.balance) }));
      void client.invalidateQueries({ queryKey: customerQuery(customer.id).queryKey });
      onClose();
    },
    onError: (error) => {
      renewAfter(error);
      if (hasCode(error, "preview_outdated")) void preview.refetch();
    },
  });
  const errors = fieldErrors(change.error);
  const isReady =
    isValid && settled === amount && preview.data !== undefined && !preview.isFetching;
  const canSubmit = isReady && note.trim().length >= 3 && online;
  const shown = isValid ? money({ amount, currency }) : "";
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
            onClick={() => preview.data && change.mutate(preview.data.before.amount)}
          >
            {t(direction === "credit" ? "customers.creditAmount" : "customers.debitAmount", {
              amount: shown,
            })}
          </Button>
          {canSubmit || !online ? null : <p className="tiny quiet">{t("customers.walletNeeds")}</p>}
        </>
      }
    >
      <Stack gap="md">
        <SegmentedControl
          aria-label={t("customers.direction")}
          value={direction}
          onChange={(value) => setDirection(value as Direction)}
          data={[
            { value: "credit", label: t("customers.credit") },
            { value: "debit", label: t("customers.debit") },
          ]}
        />
        <NumberInput
          label={t("customers.amount")}
          description={
            direction === "debit" ? t("customers.upTo", { amount: money(customer.balance) }) : null
          }
          value={typed}
          onChange={setTyped}
          decimalScale={decimals}
          min={0}
          hideControls
          rightSection={<span className="small quiet">{currency}</span>}
          rightSectionWidth={48}
          error={errors["amount"]}
          maw={200}
          data-autofocus
        />
        <Textarea
          label={t("customers.reason")}
          description={t("customers.reasonHelp")}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
          error={errors["note"]}
          autosize
          minRows={2}
          maxLength={500}
        />
        {direction === "credit" ? (
          <TextInput
            type="date"
            label={t("customers.expiresOn")}
            description={t("customers.optional")}
            value={expiresOn}
            onChange={({ currentTarget }) => setExpiresOn(currentTarget.value)}
            error={errors["expiresOn"]}
            maw={200}
          />
        ) : null}
        {isValid ? (
          <WhatWillHappen
            pending={preview.isFetching}
            error={preview.error}
            figures={
              preview.data
                ? [
                    {
                      label: t("customers.balanceBefore"),
                      value: <Money value={preview.data.before} />,
                    },
                    { label: t("customers.change"), value: <Money value={preview.data.change} /> },
                    {
                      label: t("customers.balanceAfter"),
                      value: <Money value={preview.data.after} />,
                      total: true,
                    },
                  ]
                : []
            }
            effects={[
              { icon: "eye", text: t("customers.customerSees") },
              ...(preview.data?.needsStepUp
                ? [{ icon: "shield" as const, text: t("customers.needsProof") }]
                : []),
            ]}
          />
        ) : null}
      </Stack>
    </ActionPanel>
  );
}
