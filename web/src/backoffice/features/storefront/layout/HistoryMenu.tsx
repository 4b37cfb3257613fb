import { ActionIcon, Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../../messages/t";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { Icon } from "../../../ui/Icon";
import { SkeletonText } from "../../../ui/Skeletons";
import { When } from "../../../ui/When";
import styles from "./layout.module.css";
import { type LayoutName, versionsQuery } from "./queries";

interface Props {
  layout: LayoutName;
  onRestore: (versionId: number) => void;
  /** Goes back to what the shop arranges itself; null if it is so already. */
  onReset: (() => void) | null;
  resetLabel: string;
}

/** Earlier versions, which are shown in the editor first, and the way back to the automatic layout. */
export function HistoryMenu({ layout, onRestore, onReset, resetLabel }: Props) {
  const [opened, setOpened] = useState(false);
  const query = useQuery({ ...versionsQuery(layout), enabled: opened });
  const versions = query.data?.items ?? [];
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened}>
      <Menu.Target>
        <ActionIcon aria-label={t("layout.more")}>
          <Icon name="dots" small />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={styles.history}>
        {onReset ? (
          <>
            <Menu.Item onClick={onReset}>{resetLabel}</Menu.Item>
            <Menu.Divider />
          </>
        ) : null}
        <Menu.Label>{t("layout.versions")}</Menu.Label>
        {query.error ? <ErrorNote error={query.error} /> : null}
        {query.isPending ? <SkeletonText /> : null}
        {query.data && versions.length === 0 ? (
          <p className="small quiet">{t("layout.noVersions")}</p>
        ) : null}
        {versions.map(({ id, createdAt, author, current }) => (
          <Menu.Item key={id} disabled={current} onClick={() => onRestore(id)}>
            <When at={createdAt} as="full" />
            <span className="small quiet"> {current ? t("layout.now") : author}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
