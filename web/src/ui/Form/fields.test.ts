import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { charactersLeft, validateField, validateFields, tooLong } from "./field";
import { FIELDS } from "./fields";

const SRC = join(import.meta.dirname, "../..");

interface Schema {
  title?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  anyOf?: Schema[];
  items?: Schema;
}
interface Parameter {
  name: string;
  schema: Schema;
}
interface Contract {
  components: { schemas: Record<string, { properties: Record<string, Schema> }> };
  paths: Record<string, { get: { parameters: Parameter[] } }>;
}
const contract = JSON.parse(
  readFileSync(join(SRC, "../../contract/openapi.json"), "utf8"),
) as Contract;

/** Where the contract has the limits of each field; all places of one field have the same. */
const PLACES: Record<keyof typeof FIELDS, string[]> = {
  email: ["ContactInput.email", "SubscriptionInput.email", "AlertInput.email", "Contact.email"],
  phone: ["ContactInput.phone"],
  optionalPhone: ["AddressInput.phone", "Contact.phone"],
  otp: ["OtpProof.otp", "ContactProof.otp", "OrderProof.otp", "ForgetInput.otp"],
  firstName: ["AddressInput.firstName", "CustomerAddressInput.firstName"],
  lastName: ["AddressInput.lastName", "CustomerAddressInput.lastName"],
  optionalFirstName: ["OtpProof.firstName", "ProfileInput.firstName"],
  optionalLastName: ["OtpProof.lastName", "ProfileInput.lastName"],
  line1: ["AddressInput.line1"],
  line2: ["AddressInput.line2"],
  city: ["AddressInput.city"],
  state: ["AddressInput.state"],
  postalCode: ["AddressInput.postalCode", "QuoteInput.postalCode"],
  country: [],
  addressName: ["AddressInput.name", "CustomerAddressInput.name"],
  promoCode: ["QuoteInput.promoCode", "OrderInput.promoCode"],
  giftCode: ["RedeemInput.code", "QuoteInput.giftCardCodes", "OrderInput.giftCardCodes"],
  orderId: ["OrderProof.orderId", "OpenWithdrawalInput.orderId"],
  orderContact: [],
  statementName: ["OpenWithdrawalInput.name", "WithdrawalInput.name"],
  returnReason: ["ReturnInput.reason"],
  rating: ["ReviewInput.ratingStar", "ReviewEdit.ratingStar"],
  reviewTitle: ["ReviewInput.title", "ReviewEdit.title"],
  review: ["ReviewInput.comment", "ReviewEdit.comment"],
  question: ["QuestionInput.question"],
  answer: ["AnswerInput.answer"],
  ticketSubject: ["TicketInput.subject"],
  ticketDescription: ["TicketInput.description"],
  ticketReply: ["MessageInput.message"],
  contactName: ["ContactForm.name"],
  contactEmail: ["ContactForm.email"],
  contactSubject: ["ContactForm.subject"],
  contactMessage: ["ContactForm.message"],
  orderSearch: ["/api/orders q"],
  questionSearch: ["/api/productquestions q"],
};

function schemaAt(place: string): Schema {
  const [path = "", name = ""] = place.split(/[ .](?=\w+$)/);
  const found = path.startsWith("/")
    ? contract.paths[path]?.get.parameters.find((one) => one.name === name)?.schema
    : contract.components.schemas[path]?.properties[name];
  if (!found) throw new Error(`The contract has no ${place}.`);
  return { ...found, ...found.anyOf?.[0], ...found.items };
}

/** Whether a field accepts a number of digits. */
const takes = (name: keyof typeof FIELDS, length: number) =>
  validateField(FIELDS[name], "1".repeat(length)) === undefined;

const places = Object.entries(PLACES).flatMap(([name, all]) =>
  all.map((place) => [name as keyof typeof FIELDS, place] as const),
);

describe("the fields of forms have the limits of the contract", () => {
  it.each(places)("%s is %s", (name, place) => {
    const { minLength, maxLength, minimum, maximum } = schemaAt(place);
    const field = FIELDS[name];
    if (field.max !== null) expect(field.max).toBe(maxLength);
    if (name === "otp") {
      expect([takes(name, Number(minLength) - 1), takes(name, Number(minLength))]).toEqual([
        false,
        true,
      ]);
      expect([takes(name, Number(maxLength)), takes(name, Number(maxLength) + 1)]).toEqual([
        true,
        false,
      ]);
    }
    if (/email/i.test(name)) {
      const address = (length: number) => "a".repeat(length - "@example.test".length);
      const problem = (length: number) => validateField(field, `${address(length)}@example.test`);
      expect(problem(Number(maxLength))).toBeUndefined();
      expect(problem(Number(maxLength) + 1)).toBe("Please enter email in correct format.");
    }
    if (minimum !== undefined) {
      const message = `Your rating must range from ${minimum} - ${maximum}.`;
      expect(validateField(field, String(minimum - 1))).toBe(message);
      expect(validateField(field, String(Number(maximum) + 1))).toBe(message);
      expect(validateField(field, String(maximum))).toBeUndefined();
    }
  });

  it("names of text fields are those of the contract, if it has one", () => {
    expect(FIELDS.addressName.attribute()).toBe(schemaAt("CustomerAddressInput.name").title);
    expect(FIELDS.giftCode.attribute()).toBe(schemaAt("RedeemInput.code").title);
    expect(FIELDS.statementName.attribute()).toBe(schemaAt("WithdrawalInput.name").title);
    expect(FIELDS.contactName.attribute()).toBe(schemaAt("ContactForm.name").title);
    expect(FIELDS.contactEmail.attribute()).toBe(schemaAt("ContactForm.email").title);
    expect(FIELDS.ticketReply.attribute()).toBe(schemaAt("MessageInput.message").title);
  });
});

describe("a field with a limit", () => {
  it("shows while typing what is too long, and before that what is left", () => {
    const field = FIELDS.giftCode;
    expect(tooLong(field, "x".repeat(40))).toBeUndefined();
    expect(tooLong(field, "x".repeat(41))).toBe("Gift code cannot exceed 40 characters.");
    expect(charactersLeft(field, "🫖".repeat(39))).toBe(1);
    expect(charactersLeft(field, "x".repeat(41))).toBeNull();
    expect(charactersLeft(FIELDS.email, "x")).toBeNull();
  });

  it("is checked with the others of its form", () => {
    const form = { orderId: FIELDS.orderId, contact: FIELDS.email };
    expect(validateFields(form, { orderId: " ", contact: "dana@example.test" })).toEqual({
      orderId: "Order number cannot be blank.",
    });
  });
});

/** Of the storefront; forms of the back office show the server's messages. */
const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter(
    (file) =>
      /\.tsx?$/.test(file) && !/\.(test|stories)\.|^(test|backoffice)\/|schema\.ts$/.test(file),
  )
  .map((file) => [file, readFileSync(join(SRC, file), "utf8")] as const);

/** Files with inputs without rules, and why. */
const WITHOUT_RULES: Record<string, string> = {
  "server/noScript/BuyForm.tsx": "is checked by the server",
  "server/noScript/CartPage.tsx": "is checked by the server",
  "server/noScript/CheckoutPage.tsx": "is checked by the server",
  "server/noScript/CheckoutSummary.tsx": "is checked by the server",
  "features/content/FaqsPage.tsx": "searches what is on the page already",
  "features/search/suggestions/SearchField.tsx": "the server rejects a query that is too long",
  "features/customers/AddressFields.tsx": "takes its fields from addressDraft",
  "features/customers/AddressForm.tsx": "is checked by useAddressForm",
  "features/customers/ProfileForm.tsx": "is checked by profileDraft",
  "features/questions/QuestionSearch.tsx": "is checked by Questions",
  "features/customers/BusinessFields.tsx": "is checked with its address",
  "features/checkout/ContactSection.tsx": "is checked by checkout/problems",
  "features/cart/giftCards/GiftCardForm.tsx": "is checked by giftCards/draft",
  "features/returns/OrderContactFields.tsx": "is checked by the form around it",
  "features/newsletter/NewsletterSignUp.tsx": "is checked by code that is loaded when it is used",
  "features/returns/ReturnFields.tsx": "is checked by the form around it",
  "features/returns/WithdrawalFields.tsx": "is checked by the form around it",
  "features/search/filters/FacetSearch.tsx":
    "searches the page for what is too long for the server",
  "features/search/filters/PriceRangeForm.tsx": "is checked by code that is loaded when it is used",
  "features/signin/ContactChange.tsx": "is checked by useContactChange",
  "features/signin/CodeField.tsx": "is checked by the form around it",
  "features/signin/ContactForm.tsx": "is checked by signin/contact",
  "ui/Filter/ValueField.tsx": "is checked by drafts, by the kind of its field",
  "ui/Form/DateField.tsx": "reads a date, and has a message of its own for other text",
  "ui/Quantity/Quantity.tsx": "is checked by useQuantityInput",
};

describe("no form checks by hand", () => {
  it("only the rules use the messages of rules", () => {
    const saying = sources
      .filter(([, text]) => /t\("rule\.(?!upload)/.test(text))
      .map(([file]) => file);
    expect(saying).toEqual(["ui/Form/rules.ts"]);
  });

  it("no input cuts off what is too long", () => {
    const cutting = sources
      .filter(([file, text]) => file.endsWith(".tsx") && /maxLength=/.test(text))
      .map(([file]) => file);
    expect(cutting).toEqual([]);
  });

  it("every input has rules", () => {
    const typedInto =
      /<(TextField|TextArea|DateField)\b|<input\b(?![^>]*type="(checkbox|radio|file|hidden)")/;
    const bare = sources
      .filter(([file, text]) => file.endsWith(".tsx") && typedInto.test(text))
      .filter(
        ([, text]) =>
          !/(validateFields?|problemsIn|\w+Feedback|contactProblem|addressProblems)(<.*>)?\(/.test(
            text,
          ),
      )
      .map(([file]) => file)
      .filter((file) => !/^ui\/Form\/(TextField|TextArea|Checkbox|RadioGroup)\.tsx$/.test(file));
    const known = bare.filter((file) => file in WITHOUT_RULES);
    expect(bare).toEqual(known);
    expect(Object.keys(WITHOUT_RULES).filter((file) => !bare.includes(file))).toEqual([
      "features/signin/ContactForm.tsx",
    ]);
  });
});
