import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { Quote, QuoteInput } from "@/api/types";
import { type CheckoutDraft, emptyDraft } from "./draft";
import { GiftCardCodes } from "./GiftCardCodes";
import { MAX_GIFT_CARDS } from "./giftCardCodes";
import type { CheckoutState } from "./useCheckout";

const usd = (amount: number) => ({ amount, currency: "USD" });

/** What the shop knows: the balance of each code, in minor units. */
const CARDS: Record<string, number> = { "K7QM-2XNB-9RTD": 1500, "AAAA-BBBB-CCCC": 9000 };
const TOTAL = 5500;

function quoteFor({ giftCardCodes = [] }: QuoteInput): Quote {
  let left = TOTAL;
  const isKnown = giftCardCodes.every((code) => code in CARDS);
  const tenders = (isKnown ? giftCardCodes : []).flatMap((code) => {
    const amount = Math.min(CARDS[code] ?? 0, left);
    left -= amount;
    return amount > 0 ? [{ kind: "gift_card", label: "", amount: usd(amount), code }] : [];
  });
  const problem = { code: "gift_code_invalid", message: "We do not know this code.", skuId: null };
  return { tenders, payable: usd(left), problems: isKnown ? [] : [problem] } as unknown as Quote;
}

function Codes({ start }: { start: readonly string[] }) {
  const [draft, setDraft] = useState<CheckoutDraft>({
    ...emptyDraft("guest", null),
    giftCardCodes: start,
  });
  const checkout = {
    draft,
    visitor: "guest",
    context: { customer: null, countries: [], skuIds: [3], giftCards: [], promoCode: null },
    isUpdating: false,
    change: (part: Partial<CheckoutDraft>) => setDraft({ ...draft, ...part }),
  } as unknown as CheckoutState;
  const quote = quoteFor({ giftCardCodes: [...(draft.giftCardCodes ?? [])] });
  return <GiftCardCodes checkout={checkout} quote={quote} />;
}

function show(...start: string[]) {
  vi.spyOn(globalThis, "fetch").mockImplementation(async (request) => {
    const body = (await (request as Request).json()) as QuoteInput;
    return Response.json({ status: true, output: quoteFor(body), error: null });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Codes start={start} />
    </QueryClientProvider>,
  );
}

async function enter(code: string): Promise<void> {
  await userEvent.type(screen.getByRole("textbox", { name: "Gift card code" }), code);
  await userEvent.click(screen.getByRole("button", { name: "Apply gift card" }));
}

afterEach(() => {
  vi.restoreAllMocks();
});

it("shows what a gift card pays and what is left to pay", async () => {
  show();
  await enter(" K7QM-2XNB-9RTD ");
  expect(await screen.findByText("Gift card ending in 9RTD")).toBeInTheDocument();
  expect(screen.getByText("−$15.00")).toBeInTheDocument();
  expect(screen.getByRole("status")).toHaveTextContent("pays $15.00. $40.00 left to pay.");
  expect(screen.getByRole("textbox")).toHaveValue("");
});

it("shows at the field why a code cannot be added", async () => {
  show("K7QM-2XNB-9RTD");
  await enter("NOPE");
  expect(await screen.findByText("We do not know this code.")).toBeInTheDocument();
  expect(screen.getByRole("textbox")).toHaveAttribute("aria-invalid", "true");
  expect(screen.getByText("−$15.00")).toBeInTheDocument();

  await userEvent.clear(screen.getByRole("textbox"));
  await enter("k7qm 2xnb 9rtd");
  expect(await screen.findByText("You have already added this gift card.")).toBeInTheDocument();

  await userEvent.clear(screen.getByRole("textbox"));
  await userEvent.click(screen.getByRole("button", { name: "Apply gift card" }));
  expect(screen.getByText("Gift card code cannot be blank.")).toBeInTheDocument();
});

it("says when a gift card is not needed, and removes it", async () => {
  show("AAAA-BBBB-CCCC", "K7QM-2XNB-9RTD");
  expect(screen.getByText("−$55.00")).toBeInTheDocument();
  expect(screen.getByText("Not needed for this order.")).toBeInTheDocument();
  await userEvent.click(
    screen.getByRole("button", { name: "Remove the gift card ending in CCCC" }),
  );
  expect(screen.queryByText("Gift card ending in CCCC")).not.toBeInTheDocument();
  expect(screen.getByText("−$15.00")).toBeInTheDocument();
  expect(screen.getByRole("status")).toHaveTextContent("Gift card removed");
});

it("shows the problem of a card that has been used in the meantime", () => {
  show("GONE-GONE-GONE");
  expect(screen.getByText("We do not know this code.")).toBeInTheDocument();
});

it("has no field once the order has as many cards as it may", () => {
  show(...Array.from({ length: MAX_GIFT_CARDS }, (_, index) => `CODE-${index}`));
  expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
});
