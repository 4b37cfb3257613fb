import { Link } from "react-router";
import { ACCOUNT_LINKS } from "@/features/customers/accountLinks";
import { t } from "@/messages/t";
import { Badge } from "@/ui/Badge/Badge";
import { useUnreadTickets } from "./unreadTickets";

type AccountEntry = (typeof ACCOUNT_LINKS)[number];

interface Props extends Pick<AccountEntry, "to" | "label"> {
  isCurrent?: boolean;
}

/** A link to an account page; the one to the tickets shows how many answers are unread. */
export function AccountLink({ to, label, isCurrent = false }: Props) {
  const unread = useUnreadTickets();
  const count = label === "support.title" ? unread : 0;
  return (
    <Link
      to={to}
      aria-current={isCurrent ? "page" : undefined}
      aria-label={count > 0 ? t("support.titleUnread", { count }) : undefined}
    >
      {t(label)}
      <Badge count={count} />
    </Link>
  );
}
