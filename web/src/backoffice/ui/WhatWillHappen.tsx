import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../messages/t";
import { ErrorNote } from "./ErrorPanel";
import { Icon, type IconName } from "./Icon";
import { type Fact, Facts } from "./Panel";
import styles from "./WhatWillHappen.module.css";

interface Props {
  /** What changes, from what to what, with the total last. */
  figures?: readonly Fact[];
  /** What else happens: stock, documents, emails. */
  effects?: readonly { icon: IconName; text: ReactNode }[];
  /** The server is computing the preview: the last one stays, dimmed. */
  pending?: boolean;
  error?: unknown;
}

/** The preview that stands above the button of an action. The server computes it. */
export function WhatWillHappen({ figures = [], effects = [], pending = false, error }: Props) {
  const isEmpty = figures.length === 0 && effects.length === 0;
  return (
    <section className={styles.box} data-pending={pending || undefined} aria-live="polite">
      <h3>{t("ui.whatWillHappen")}</h3>
      {error ? <ErrorNote error={error} /> : null}
      {pending && isEmpty ? <Skeleton height={60} /> : null}
      {figures.length > 0 ? <Facts facts={figures} /> : null}
      {effects.length > 0 ? (
        <ul className={styles.effects}>
          {effects.map(({ icon, text }, index) => (
            <li key={index}>
              <Icon name={icon} small />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
