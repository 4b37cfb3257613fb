import { ActionIcon, Button, Menu } from "@mantine/core";
import { Link } from "react-router";
import { t } from "../messages/t";
import { useOperator, useShop } from "../session/session";
import { Icon } from "../ui/Icon";
import { Initials } from "../ui/Initials";
import { Logo } from "../ui/Logo";
import { KeyHint } from "../ui/KeyHint";
import { ThemeItems } from "../ui/ThemeChoice";
import { visibleCreations } from "./creations";
import styles from "./Frame.module.css";
import { useSignOut } from "./useSignOut";

interface Props {
  onSearch: () => void;
  creating: boolean;
  onCreating: (opened: boolean) => void;
  onKeys: () => void;
}

export function TopBar(props: Props) {
  const { name, isTest } = useShop();
  return (
    <>
      <span className={styles.phone}>
        <Link to="/" className={styles.shop}>
          <Logo />
          <span>{name || t("frame.name")}</span>
        </Link>
        {isTest ? <span className={styles.testWord}>{t("frame.testData")}</span> : null}
        <ActionIcon
          variant="subtle"
          size={44}
          onClick={props.onSearch}
          aria-label={t("frame.searchShort")}
        >
          <Icon name="search" />
        </ActionIcon>
      </span>
      <span className={styles.wide}>
        <button
          type="button"
          className={styles.find}
          onClick={props.onSearch}
          aria-keyshortcuts="Control+K Meta+K"
        >
          <Icon name="search" small />
          <span>{t("frame.search")}</span>
          <KeyHint keys="mod+k" />
        </button>
        <span className={styles.grow} />
        {isTest ? <span className={styles.testWord}>{t("frame.testData")}</span> : null}
      </span>
      <CreateMenu {...props} />
      <AccountMenu onKeys={props.onKeys} />
    </>
  );
}

function CreateMenu({ creating, onCreating }: Props) {
  const creations = visibleCreations(useOperator());
  if (creations.length === 0) return null;
  return (
    <Menu opened={creating} onChange={onCreating}>
      <Menu.Target>
        <Button
          className={styles.create ?? ""}
          leftSection={<Icon name="plus" small />}
          rightSection={<KeyHint keys="c" />}
          aria-keyshortcuts="c"
        >
          {t("frame.create")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {creations.map(({ id, path, label, icon }) => (
          <Menu.Item key={id} component={Link} to={path} leftSection={<Icon name={icon} small />}>
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function AccountMenu({ onKeys }: { onKeys: () => void }) {
  const { name, email } = useOperator();
  const signOut = useSignOut();
  return (
    <Menu width={240}>
      <Menu.Target>
        <button type="button" className={styles.me}>
          <span className="visually-hidden">{t("frame.accountOf", { name })}</span>
          <Initials name={name} tone="accent" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {name}
          <br />
          {email}
        </Menu.Label>
        <Menu.Item component={Link} to="/account" leftSection={<Icon name="customer" small />}>
          {t("frame.account")}
        </Menu.Item>
        <Menu.Item
          onClick={onKeys}
          leftSection={<Icon name="key" small />}
          rightSection={<KeyHint keys="?" />}
        >
          {t("frame.keys")}
        </Menu.Item>
        <Menu.Item
          component="a"
          href="/"
          target="_blank"
          rel="noreferrer"
          leftSection={<Icon name="external" small />}
        >
          {t("frame.storefront")}
        </Menu.Item>
        <Menu.Label>{t("frame.theme")}</Menu.Label>
        <ThemeItems />
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>{t("frame.signOut")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
