import { Link } from "react-router";
import { ACCOUNT_LINKS } from "@/features/customers/accountLinks";
import { t } from "@/messages/t";
import { Badge } from "@/ui/Badge/Badge";
import { useUnreadTickets } from "./unread";

type AccountEntry = (typeof ACCOUNT_LINKS)[number];

interface Props extends Pick<AccountEntry, "to" | "label"> {
  isCurrent?: boolean;
}

/** A way to one of the customer's rooms; that of the tickets says how many answers wait there. */
export function AccountLink({ to, label, isCurrent = false }: Props) {
  const unread = useUnreadTickets();
  const waiting = label === "support.title" ? unread : 0;
  return (
    <Link
      to={to}
      aria-current={isCurrent ? "page" : undefined}
      aria-label={waiting > 0 ? t("support.titleUnread", { count: waiting }) : undefined}
    >
      {t(label)}
      <Badge count={waiting} />
    </Link>
  );
}
