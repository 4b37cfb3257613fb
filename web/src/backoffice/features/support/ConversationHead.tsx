import { ActionIcon, Title } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { t } from "../../messages/t";
import { Icon } from "../../ui/Icon";
import styles from "./support.module.css";

interface Props {
  title: string;
  /** The list's address; the link is shown on phones. */
  back: string;
  marks: ReactNode;
  actions?: ReactNode;
}

/** The head of an open conversation, question or review. */
export function ConversationHead({ title, back, marks, actions }: Props) {
  const isPhone = useMediaQuery("(width < 768px)", false, { getInitialValueInEffect: false });
  return (
    <header className={styles.head}>
      <ActionIcon component={Link} to={back} aria-label={t("support.back")} className={styles.back}>
        <Icon name="left" small />
      </ActionIcon>
      <div className={styles.headText}>
        {/* On a phone the list, and its heading, are not shown. */}
        <Title order={isPhone ? 1 : 2} className={styles.title ?? ""}>
          {title}
        </Title>
        <p className={styles.marks}>{marks}</p>
      </div>
      {actions}
    </header>
  );
}
