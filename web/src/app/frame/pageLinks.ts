import type { FrameLink } from "@/api/types";
import { type MessageKey, t } from "@/messages/t";
import { useFrame } from "@/state/frame";

type PageLinks = readonly { to: string; label: MessageKey }[];

const HELP_LINKS = [
  { to: "/faqs", label: "faqs.title" },
  { to: "/return-and-exchange", label: "policy.returns" },
  { to: "/contact-us#customer-care", label: "frame.customerCare" },
  { to: "/contact-us", label: "contact.title" },
  { to: "/find-order", label: "findOrder.link" },
  { to: "/withdraw", label: "withdraw.open" },
  { to: "/your-data", label: "privacy.title" },
] as const satisfies PageLinks;

const COMPANY_LINKS = [
  { to: "/collections", label: "collections.title" },
  { to: "/blogs", label: "blogs.title" },
  { to: "/terms-and-conditions", label: "policy.terms" },
] as const satisfies PageLinks;

const linksOf = (links: typeof HELP_LINKS | typeof COMPANY_LINKS): FrameLink[] =>
  links.map(({ to, label }) => ({ title: t(label), link: to, children: [] }));

/** The columns of the footer, which the menu drawer lists too: the operator's, or the shop's pages. */
export function useFooterColumns(): readonly FrameLink[] {
  const footer = useFrame((frame) => frame.footer);
  return (
    footer ?? [
      { title: t("frame.help"), link: "", children: linksOf(HELP_LINKS) },
      { title: t("frame.company"), link: "", children: linksOf(COMPANY_LINKS) },
    ]
  );
}
