import { NavLink, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { extensionScreensQuery, screenAt } from "../session/extensionScreens";
import { Icon, iconOr } from "../ui/Icon";
import styles from "./Frame.module.css";

/** Screens of plug-ins, as a section of the rail. */
export function ExtensionSection({ pathname, isNarrow }: { pathname: string; isNarrow: boolean }) {
  const { data: screens = [] } = useQuery(extensionScreensQuery);
  if (screens.length === 0) return null;
  const current = screenAt(screens, pathname)?.id;
  return (
    <ul>
      {screens.map(({ id, title, path, icon }) => (
        <li key={id}>
          <Tooltip label={title} position="right" disabled={!isNarrow}>
            <Link
              to={path}
              className={styles.item}
              aria-current={id === current ? "page" : undefined}
              data-within={id === current || undefined}
              aria-label={isNarrow ? title : undefined}
            >
              <Icon name={iconOr(icon, "box")} />
              <span className={styles.text}>{title}</span>
            </Link>
          </Tooltip>
        </li>
      ))}
    </ul>
  );
}

/** The same in the phone's menu. */
export function ExtensionItems({ pathname, onClick }: { pathname: string; onClick: () => void }) {
  const { data: screens = [] } = useQuery(extensionScreensQuery);
  const current = screenAt(screens, pathname)?.id;
  return screens.map(({ id, title, path, icon }) => (
    <NavLink
      key={id}
      component={Link}
      to={path}
      label={title}
      leftSection={<Icon name={iconOr(icon, "box")} />}
      active={id === current}
      onClick={onClick}
      h={44}
    />
  ));
}
