import { Drawer, NavLink } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link, useLocation } from "react-router";
import { t } from "../messages/t";
import { useOperator } from "../session/session";
import { Icon } from "../ui/Icon";
import { isWithin, visibleAreas } from "./areas";
import { ExtensionItems } from "./ExtensionLinks";
import type { Area } from "./area";
import { GROUPS } from "./sections";
import styles from "./Frame.module.css";

/** Areas with a tab of their own; all others are behind More. */
const TABS = ["today", "orders", "products", "support"];

/** The navigation on a phone. */
export function BottomBar() {
  const { pathname } = useLocation();
  const [opened, more] = useDisclosure(false);
  const areas = visibleAreas(useOperator()).flat();
  const tabs = TABS.flatMap((tab) => areas.filter(({ id }) => id === tab));
  const others = areas.filter(({ id }) => !TABS.includes(id));
  const below = [
    ...tabs.flatMap(({ children }) => children ?? []),
    ...others.flatMap((area) => [...(GROUPS.has(area.id) ? [] : [area]), ...(area.children ?? [])]),
  ];
  return (
    <nav className={styles.tabs} aria-label={t("frame.main")}>
      {tabs.map((area) => (
        <Link
          key={area.id}
          to={area.path}
          className={styles.tab}
          aria-current={isWithin({ ...area, children: [] }, pathname) ? "page" : undefined}
        >
          <Icon name={area.icon} />
          {t(area.label)}
        </Link>
      ))}
      <button type="button" className={styles.tab} aria-expanded={opened} onClick={more.open}>
        <Icon name="menu" />
        {t("frame.more")}
      </button>
      <Drawer
        opened={opened}
        onClose={more.close}
        position="bottom"
        size="auto"
        title={t("frame.more")}
        closeButtonProps={{ "aria-label": t("ui.close") }}
      >
        {below.map((area) => (
          <MoreLink key={area.id} area={area} pathname={pathname} onClick={more.close} />
        ))}
        <ExtensionItems pathname={pathname} onClick={more.close} />
      </Drawer>
    </nav>
  );
}

function MoreLink({
  area,
  pathname,
  onClick,
}: {
  area: Area;
  pathname: string;
  onClick: () => void;
}) {
  return (
    <NavLink
      component={Link}
      to={area.path}
      label={t(area.label)}
      leftSection={<Icon name={area.icon} />}
      active={isWithin(area, pathname)}
      onClick={onClick}
      h={44}
    />
  );
}
