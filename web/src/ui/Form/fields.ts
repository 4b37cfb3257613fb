/**
 * All fields of the shop that are typed into, with their rules. `fields.test.ts` compares the length
 * limits with the contract.
 */
import { t } from "@/messages/t";
import { field, text } from "./field";
import { between, email, maxLength, minLength, phone, required } from "./rules";

/** Digits of a one-time code. */
const CODE_LENGTH = 6;

export const FIELDS = {
  email: field(() => t("signin.email"), required, email),
  phone: field(() => t("signin.phone"), required, phone),
  optionalPhone: field(() => t("signin.phone"), phone),
  otp: field(() => t("signin.otp"), required, minLength(CODE_LENGTH), maxLength(CODE_LENGTH)),

  firstName: text(() => t("signin.firstName"), 80, required),
  lastName: text(() => t("signin.lastName"), 80, required),
  optionalFirstName: text(() => t("signin.firstName"), 80),
  optionalLastName: text(() => t("signin.lastName"), 80),
  line1: text(() => t("address.line1"), 120, required),
  line2: text(() => t("address.line2"), 120),
  city: text(() => t("address.city"), 120),
  state: text(() => t("address.state"), 120),
  postalCode: text(() => t("address.postalCode"), 20),
  country: field(() => t("address.country"), required),
  addressName: text(() => t("address.nameField"), 80),

  promoCode: text(() => t("discount.code"), 64, required),
  giftCode: text(() => t("wallet.redeem"), 40, required),

  orderId: text(() => t("withdraw.orderId"), 32, required),
  orderContact: field(() => t("withdraw.contact"), required),
  statementName: text(() => t("withdraw.name"), 80, required),
  returnReason: text(() => t("return.reasonField"), 1000),

  rating: field(() => t("review.rating"), required, between(1, 5)),
  reviewTitle: text(() => t("review.headline"), 120),
  review: text(() => t("review.comment"), 2000, required),
  question: text(() => t("questions.field"), 1000, required),
  answer: text(() => t("questions.answerField"), 1000, required),

  ticketSubject: text(() => t("support.subject"), 150, required),
  ticketDescription: text(() => t("support.descriptionName"), 5000, required),
  ticketReply: text(() => t("support.reply"), 5000, required),
  contactName: text(() => t("contactForm.name"), 160, required),
  contactEmail: field(() => t("contactForm.email"), required, email),
  contactSubject: text(() => t("contactForm.subject"), 150, required),
  contactMessage: text(() => t("contactForm.message"), 5000, required),

  orderSearch: text(() => t("orders.search"), 100),
  questionSearch: text(() => t("questions.search"), 200),
};
