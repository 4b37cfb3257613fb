import { NumberInput, Stack } from "@mantine/core";
import { useMemo, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { t, tEnum } from "../../../messages/t";
import { useShop } from "../../../session/session";
import { money } from "../../../ui/Money";
import { choiceFilter, dayFilter, type EditProps, type Filter } from "../../../ui/table/filters";
import { choicesQuery } from "./queries";

const FULFILMENTS = [
  "to_confirm",
  "to_pack",
  "to_ship",
  "partly_shipped",
  "shipped",
  "delivered",
  "return_requested",
  "cancelled",
] as const;
const PAYMENTS = [
  "in_progress",
  "paid",
  "on_delivery",
  "failed",
  "partly_refunded",
  "refunded",
] as const;

function decimalsOf(currency: string): number {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/** A range of totals: `5000..20000` in the minor unit; each side may be open. */
function totalFilter(currency: string): Filter {
  const shown = (amount: string) => money({ amount: Number(amount), currency });
  return {
    key: "total",
    label: t("orders.total"),
    describe: (value) => {
      const [min = "", max = ""] = value.split("..");
      if (min === "") return t("orders.upTo", { max: shown(max) });
      if (max === "") return t("orders.from", { min: shown(min) });
      return t("orders.between", { min: shown(min), max: shown(max) });
    },
    edit: (props) => <TotalEdit {...props} decimals={decimalsOf(currency)} />,
  };
}

function TotalEdit({ value, onChange, decimals }: EditProps & { decimals: number }) {
  const unit = 10 ** decimals;
  const typed = (text: string) => (text === "" ? "" : Number(text) / unit);
  const [initialMin = "", initialMax = ""] = value?.split("..") ?? [];
  const [min, setMin] = useState<number | string>(typed(initialMin));
  const [max, setMax] = useState<number | string>(typed(initialMax));
  const minor = (amount: number | string) =>
    amount === "" ? "" : String(Math.round(Number(amount) * unit));
  const finish = () => {
    const next = `${minor(min)}..${minor(max)}`;
    onChange(next === ".." ? null : next);
  };
  const common = { min: 0, decimalScale: decimals, hideControls: true, onBlur: finish };
  const onKeyDown = ({ key }: { key: string }) => (key === "Enter" ? finish() : undefined);
  return (
    <Stack gap="xs">
      <NumberInput
        {...common}
        label={t("orders.min")}
        value={min}
        onChange={setMin}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      <NumberInput
        {...common}
        label={t("orders.max")}
        value={max}
        onChange={setMax}
        onKeyDown={onKeyDown}
      />
    </Stack>
  );
}

function countryName(code: string): string {
  try {
    return new Intl.DisplayNames(undefined, { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** "online" → "Online", "gift_card" → "Gift card" */
function words(code: string): string {
  const text = code.replace(/[_-]/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function tenderName(kind: string): string {
  return kind === "manual" ? t("orders.tenderManual") : words(kind);
}

function flag(key: "late" | "hint" | "note" | "refund" | "test", label: string): Filter {
  return choiceFilter({ key, label: t(`orders.${key}`), options: [{ value: "yes", label }] });
}

/** The filters of the list. Countries, methods and tenders are those that occur. */
export function useOrderFilters(): Filter[] {
  const { currency } = useShop();
  const { data } = useQuery(choicesQuery);
  return useMemo(() => {
    const options = (values: readonly string[], name: (value: string) => string) =>
      values.map((value) => ({ value, label: name(value) }));
    return [
      choiceFilter({
        key: "fulfilment",
        label: t("orders.fulfilment"),
        many: true,
        options: FULFILMENTS.map((value) => ({ value, label: tEnum("order.fulfilment", value) })),
      }),
      choiceFilter({
        key: "payment",
        label: t("orders.payment"),
        many: true,
        options: PAYMENTS.map((value) => ({ value, label: tEnum("order.payment", value) })),
      }),
      dayFilter({ key: "placed", label: t("orders.placed") }),
      totalFilter(currency),
      choiceFilter({
        key: "country",
        label: t("orders.country"),
        many: true,
        options: options(data?.countries ?? [], countryName),
      }),
      choiceFilter({
        key: "method",
        label: t("orders.method"),
        many: true,
        options: options(data?.methods ?? [], words),
      }),
      choiceFilter({
        key: "tender",
        label: t("orders.tender"),
        many: true,
        options: options(data?.tenders ?? [], tenderName),
      }),
      flag("late", t("orders.isLate")),
      flag("hint", t("orders.isHinted")),
      flag("note", t("orders.isNoted")),
      flag("refund", t("orders.isToRefund")),
      flag("test", t("orders.isTest")),
    ];
  }, [currency, data]);
}
