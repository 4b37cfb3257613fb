import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { FrameLink } from "@/api/types";
import { contactQuery } from "@/features/content/queries";
import { NewsletterSignUp } from "@/features/newsletter/NewsletterSignUp";
import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import styles from "./Footer.module.css";
import { useFooterColumns } from "./pageLinks";

export function Footer() {
  const { companyName, tagline } = useAppState((state) => state.companyLogoDetails);
  const { data: contact } = useQuery(contactQuery);
  const columns = useFooterColumns();
  const socialLinks = contact?.socialLinks ?? [];
  return (
    <footer className={styles["footer"]} aria-label={t("frame.footer")}>
      <div
        className={styles["columns"]}
        style={{ "--columns": columns.length + 1 } as React.CSSProperties}
      >
        <div className={styles["shop"]}>
          <h2>{companyName}</h2>
          {tagline && <p>{tagline}</p>}
          <NewsletterSignUp />
          <p className={styles["rights"]} suppressHydrationWarning>
            {t("frame.rights", { year: new Date().getFullYear(), shop: companyName })}
          </p>
        </div>
        {columns.map((column, index) => (
          <Column key={index} column={column} />
        ))}
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

function Column({ column: { title, children } }: { column: FrameLink }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {children.map((child, index) => (
          <li key={index}>
            <Link to={child.link}>{child.title}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
