import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Customer, OrderDetails } from "@/api/types";
import { ProfileForm } from "@/features/customers/ProfileForm";
import { BillingForm } from "@/features/orders/BillingForm";
import { QuestionTextForm } from "@/features/questions/QuestionTextForm";
import { useAskQuestion } from "@/features/questions/queries";
import { FindOrder } from "@/features/returns/FindOrder";
import { PublicWithdrawal } from "@/features/returns/PublicWithdrawal";
import { ReviewForm } from "@/features/reviews/ReviewForm";
import { CodeForm } from "@/features/signin/CodeForm";
import { ContactForm } from "@/features/signin/ContactForm";
import { ContactForm as MessageForm } from "@/features/support/ContactForm";
import { FIELDS } from "@/ui/Form/fields";

const ignore = () => undefined;
/** What the shop finds invalid, by the API's names. */
let refused: Record<string, string[]>;

beforeEach(() => {
  refused = {};
  vi.spyOn(globalThis, "fetch").mockImplementation((request) => {
    const isRead = (request as Request).method === "GET";
    const error = { code: "invalid_fields", message: "Please check.", fields: refused };
    return Promise.resolve(
      isRead
        ? Response.json({ status: true, output: [], error: null })
        : Response.json({ status: false, output: null, error }, { status: 422 }),
    );
  });
});
afterEach(() => vi.restoreAllMocks());

function show(page: ReactNode) {
  const router = createMemoryRouter([{ path: "*", element: page }]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

const field = (label: string | RegExp) =>
  screen.getByRole("textbox", { name: label, hidden: true });
const press = (button: string) =>
  userEvent.click(screen.getByRole("button", { name: button, hidden: true }));

/** Sends the form; the field is invalid until something is typed into it. */
async function expectCleared(label: string, button: string, typed = "x") {
  await press(button);
  await vi.waitFor(() => expect(field(label)).toHaveAttribute("aria-invalid", "true"));
  await userEvent.type(field(label), typed);
  expect(field(label)).not.toHaveAttribute("aria-invalid");
}

const customer = { firstName: "Dana", lastName: "Kim", dob: null, gender: null } as Customer;
const code = { channel: "email", contact: "dana@example.test", resendAt: 0, expiresAt: 0 } as const;
const order = {
  orderId: "SO-1",
  address: { firstName: "Dana", lastName: "Kim", line1: "", country: "US", phone: null },
} as OrderDetails;

it("a message of the profile form is gone once the field is corrected", async () => {
  refused = { firstName: ["First name is not valid."], lastName: ["Last name is not valid."] };
  show(<ProfileForm customer={customer} />);
  await expectCleared("First name", "Save profile");
  expect(field("Last name"), "was not changed").toHaveAttribute("aria-invalid", "true");
});

it("a message of the code form is gone once the code is corrected", async () => {
  show(<CodeForm pending={code} onResent={ignore} onBack={ignore} onSignedIn={ignore} />);
  await expectCleared("OTP", "Verify", "1");
});

it("the names of a new customer stay open while an invalid one is corrected", async () => {
  refused = { firstName: ["First name is not valid."] };
  show(<CodeForm pending={code} onResent={ignore} onBack={ignore} onSignedIn={ignore} />);
  await userEvent.type(field("OTP"), "123456");
  await expectCleared("First name", "Verify");
  expect(field("First name").closest("details")).toHaveAttribute("open");
});

it("a message of the contact form is gone once the contact is corrected", async () => {
  show(<ContactForm channels={["email"]} onSent={ignore} />);
  await expectCleared("Email", "Send code");
});

it("a message of the billing form is gone once the field is corrected", async () => {
  show(<BillingForm order={order} orderKey={null} onClose={ignore} />);
  await expectCleared("Address line 1", "Save billing details");
});

it("the server's messages of the billing form are gone once the field is corrected", async () => {
  refused = { line1: ["Address line 1 is not valid."] };
  show(<BillingForm order={order} orderKey={null} onClose={ignore} />);
  await userEvent.type(field("Address line 1"), "12 Harbor Street");
  await expectCleared("Address line 1", "Save billing details");
  expect(screen.queryByText("Please check."), "was about the same").toBeNull();
});

it("a message of the form that finds an order is gone once the field is corrected", async () => {
  show(<FindOrder />);
  await expectCleared("Order number", "Send code");
  expect(field("Email or phone number of the order"), "was not changed").toHaveAttribute(
    "aria-invalid",
    "true",
  );
});

it("a message of the withdrawal form is gone once the field is corrected", async () => {
  show(<PublicWithdrawal />);
  await expectCleared("Order number", "Continue");
});

it("the server's message about a review is gone once the field is corrected", async () => {
  refused = { title: ["Headline is not valid."] };
  const existing = { ratingStar: 5, title: "Good", comment: "Good mug.", images: [] };
  show(<ReviewForm orderId="SO-1" skuId={1} existing={existing as never} onSaved={ignore} />);
  await expectCleared("Headline", "Submit review");
});

it("the server's message about a question is gone once it is corrected", async () => {
  refused = { question: ["Question is not valid."] };
  function Ask() {
    return (
      <QuestionTextForm
        label="Question"
        field={FIELDS.question}
        submit="Ask"
        save={useAskQuestion("mug")}
        onSaved={ignore}
        onCancel={ignore}
      />
    );
  }
  show(<Ask />);
  await userEvent.type(field("Question"), "Is it safe?");
  await expectCleared("Question", "Ask");
});

it("the server's message about a message to the shop is gone once it is corrected", async () => {
  refused = { subject: ["Subject is not valid."] };
  show(<MessageForm />);
  for (const name of ["Your name", "Subject", "Message"])
    await userEvent.type(field(name), "Dana's mug");
  await userEvent.type(field("Your email"), "dana@example.test");
  await expectCleared("Subject", "Send message");
});
