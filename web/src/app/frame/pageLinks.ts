import type { MessageKey } from "@/messages/t";

/** Links of the footer and the menu drawer. */
export const HELP_LINKS = [
  { to: "/faqs", label: "faqs.title" },
  { to: "/return-and-exchange", label: "policy.returns" },
  { to: "/contact-us#customer-care", label: "frame.customerCare" },
  { to: "/contact-us", label: "contact.title" },
  { to: "/find-order", label: "findOrder.link" },
  { to: "/withdraw", label: "withdraw.open" },
  { to: "/your-data", label: "privacy.title" },
] as const satisfies readonly { to: string; label: MessageKey }[];

export const COMPANY_LINKS = [
  { to: "/collections", label: "collections.title" },
  { to: "/blogs", label: "blogs.title" },
  { to: "/terms-and-conditions", label: "policy.terms" },
] as const satisfies readonly { to: string; label: MessageKey }[];

export const PAGE_LINKS = [...HELP_LINKS, ...COMPANY_LINKS];
