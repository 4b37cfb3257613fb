import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DetailColumns, Panel } from "../../ui/Panel";
import { SkeletonRows } from "../../ui/Skeletons";
import { type Role, rolesQuery } from "./queries";
import { NewRolePanel, RolePanel } from "./RolePanel";
import styles from "./Team.module.css";
import { TeamTabs } from "./TeamTabs";

/** A role by its name, or a new one with the permissions of another. */
type Opened = { name: string } | { copyOf: Role | null } | null;

export default function RolesPage() {
  const operator = useOperator();
  const { data: roles, error, refetch } = useQuery(rolesQuery);
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const list = (
    <Panel flush>
      {roles?.map((role) => (
        <RoleRow key={role.name} role={role} onOpen={() => setOpened({ name: role.name })} />
      ))}
      {roles || error ? null : <SkeletonRows rows={8} height={56} />}
      {!roles && error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
    </Panel>
  );
  const role = opened && "name" in opened ? roles?.find(({ name }) => name === opened.name) : null;
  const panel = role ? (
    <RolePanel
      key={role.name}
      role={role}
      onClose={close}
      onCopy={() => setOpened({ copyOf: role })}
    />
  ) : opened && "copyOf" in opened ? (
    <NewRolePanel permissions={opened.copyOf?.permissions ?? []} onClose={close} />
  ) : null;
  return (
    <Page>
      <PageHead
        title={t("team.roles")}
        actions={
          operator.can("roles.edit") ? (
            <Button
              variant={panel ? "default" : "filled"}
              onClick={() => setOpened({ copyOf: null })}
            >
              {t("roles.new")}
            </Button>
          ) : null
        }
      />
      <TeamTabs />
      {panel ? <DetailColumns main={list} aside={panel} panelOpen /> : list}
    </Page>
  );
}

function RoleRow({ role, onOpen }: { role: Role; onOpen: () => void }) {
  const operator = useOperator();
  const { name, isBuiltIn, members, permissions } = role;
  const isEditable = !isBuiltIn && operator.can("roles.edit");
  return (
    <div className={styles.role}>
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.detail}>
          {t(isBuiltIn ? "roles.builtIn" : "roles.custom")} {"·"}{" "}
          {t("roles.members", { count: members })} {"·"}{" "}
          {t("roles.permissions", { count: permissions.length })}
        </p>
      </div>
      <Button
        onClick={onOpen}
        aria-label={isEditable ? t("roles.edit", { name }) : t("roles.view", { name })}
      >
        {t(isEditable ? "roles.editShort" : "roles.viewShort")}
      </Button>
    </div>
  );
}
