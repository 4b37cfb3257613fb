import type { ReactNode } from "react";
import { t } from "@/messages/t";
import { Breadcrumbs } from "@/ui/Breadcrumbs/Breadcrumbs";
import styles from "./PageFrame.module.css";

interface Props {
  /** The page's breadcrumb. */
  crumb: string;
  title: string;
  intro?: string;
  children: ReactNode;
}

/** A content page with breadcrumbs, title and text. */
export function PageFrame({ crumb, title, intro, children }: Props) {
  return (
    <main className="wrap" id="content">
      <Breadcrumbs crumbs={[{ title: t("frame.home"), link: "/" }, { title: crumb }]} />
      <h1 className={styles["title"]}>{title}</h1>
      {intro !== undefined && <p className={styles["intro"]}>{intro}</p>}
      <div className={styles["body"]}>{children}</div>
    </main>
  );
}
