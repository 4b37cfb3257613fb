import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { contactQuery } from "@/features/content/queries";
import { NewsletterSignUp } from "@/features/newsletter/NewsletterSignUp";
import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import styles from "./Footer.module.css";
import { COMPANY_LINKS, HELP_LINKS } from "./pageLinks";

export function Footer() {
  const { companyName, tagline } = useAppState((state) => state.companyLogoDetails);
  const { data: contact } = useQuery(contactQuery);
  const socialLinks = contact?.socialLinks ?? [];
  return (
    <footer className={styles["footer"]} aria-label={t("frame.footer")}>
      <div className={styles["columns"]}>
        <div className={styles["shop"]}>
          <h2>{companyName}</h2>
          {tagline && <p>{tagline}</p>}
          <NewsletterSignUp />
          <p className={styles["rights"]}>
            {t("frame.rights", { year: new Date().getFullYear(), shop: companyName })}
          </p>
        </div>
        <Column title={t("frame.help")} links={HELP_LINKS} />
        <Column title={t("frame.company")} links={COMPANY_LINKS} />
        {socialLinks.length > 0 && (
          <nav aria-label={t("frame.follow")}>
            <h2>{t("frame.follow")}</h2>
            <ul>
              {socialLinks.map(({ name, url }) => (
                <li key={url}>
                  <a href={url} rel="noreferrer">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </footer>
  );
}

function Column({
  title,
  links,
}: {
  title: string;
  links: typeof HELP_LINKS | typeof COMPANY_LINKS;
}) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{t(label)}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
