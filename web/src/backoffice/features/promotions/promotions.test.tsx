import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { expectAccessible, renderPage } from "../../ui/testing";
import { localTime, momentOf } from "../../ui/time";
import CodePage from "./codes/CodePage";
import { CODES, codeSummary } from "./codes/codeForm";
import { bodyOf, DISCOUNTS, discountSummary } from "./discounts/discountForm";

afterEach(() => {
  vi.restoreAllMocks();
});

const AT = { startsAt: "2030-12-01T05:00:00.000Z", endsAt: "2030-12-24T05:00:00.000Z" };

it("shows times as the shop's clocks do, also across a change of clocks", () => {
  for (const local of ["2030-12-01T00:00", "2030-07-01T23:30", "2030-03-10T03:30"]) {
    expect(localTime(momentOf(local, "America/New_York"), "America/New_York")).toBe(local);
  }
});

it("says in words what a code does", () => {
  const form = { ...CODES.empty, ...AT, percent: 20, usesPerCustomer: 1, minimumPurchase: 5000 };
  expect(codeSummary(form, "USD", "America/New_York")).toMatch(
    /^20% off the order, from a purchase of \$50\.00, from .*Dec 1, .* to .*Dec 24, .*, once per customer$/,
  );
});

it("sends only the fields of the chosen kind", () => {
  const form = {
    ...DISCOUNTS.empty,
    ...AT,
    kind: "free_gift" as const,
    group: "old",
    getProducts: ["mug"],
    gift: "spoon",
  };
  const body = bodyOf(form);
  expect([body.percent, body.group, body.getProducts]).toEqual([null, "", []]);
  expect(discountSummary(form, { spoon: "Spoon" }, "USD", "UTC")).toMatch(
    /^Spoon for free with everything, from /,
  );
});

it("shows the server's message at the field and keeps what was typed", async () => {
  const user = userEvent.setup();
  vi.spyOn(globalThis, "fetch").mockImplementation(() =>
    Promise.resolve(
      Response.json(
        {
          status: false,
          output: null,
          error: {
            code: "promotion_name_taken",
            message: "This name is already used.",
            fields: { code: ["This name is already used."] },
          },
        },
        { status: 409 },
      ),
    ),
  );
  const { container } = renderPage(<CodePage />, {
    path: "/promotions/new",
    permissions: ["promotions.read", "promotions.edit"],
  });
  const code = screen.getByLabelText("Code");
  await user.type(code, "winter");
  await user.click(screen.getByRole("button", { name: "Create promo code" }));
  expect(await screen.findByText("This name is already used.")).toBeInTheDocument();
  expect(code).toHaveValue("WINTER");
  expect(code).toHaveFocus();
  await expectAccessible(container);
});

it("lets those who may only see promotions change nothing", () => {
  renderPage(<CodePage />, { path: "/promotions/new", permissions: ["promotions.read"] });
  expect(screen.queryByRole("button", { name: "Create promo code" })).toBeNull();
  expect(screen.getByLabelText("Code")).toBeDisabled();
});
