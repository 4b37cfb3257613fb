import { Tooltip } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { Fragment } from "react";
import { Link, useLocation } from "react-router";
import { t } from "../messages/t";
import { useOperator, useShop } from "../session/session";
import { cx } from "../ui/cx";
import { Icon } from "../ui/Icon";
import { Logo } from "../ui/Logo";
import { countText } from "../ui/table/count";
import { currentPath, isWithin, visibleAreas } from "./areas";
import { ExtensionSection } from "./ExtensionLinks";
import styles from "./Frame.module.css";
import type { Area } from "./area";
import { GROUPS } from "./sections";
import { useWaiting, type Waiting } from "./waiting";

/** The main navigation: words from 1200 px, icons with tooltips below. */
export function Rail() {
  const operator = useOperator();
  const { name } = useShop();
  const { pathname } = useLocation();
  const waiting = useWaiting();
  const isNarrow = useMediaQuery("(width < 1200px)");
  const sections = visibleAreas(operator);
  const current = currentPath(sections.flat(), pathname);
  return (
    <>
      <Link to="/" className={styles.shop}>
        <Logo />
        <span>{name || t("frame.name")}</span>
      </Link>
      <div className={styles.sections}>
        {sections.map((section, index) => (
          <Fragment key={index}>
            {index === sections.length - 1 ? (
              <ExtensionSection pathname={pathname} isNarrow={isNarrow} />
            ) : null}
            <ul>
              {section.map((area) => (
                <RailArea
                  key={area.id}
                  area={area}
                  pathname={pathname}
                  current={current}
                  waiting={waiting}
                  isNarrow={isNarrow}
                />
              ))}
            </ul>
          </Fragment>
        ))}
      </div>
    </>
  );
}

interface ItemProps {
  area: Area;
  pathname: string;
  /** The path of the page's area. */
  current: string | undefined;
  waiting: Waiting;
  isNarrow: boolean;
}

function RailArea(props: ItemProps) {
  const { area, pathname } = props;
  const children = isWithin(area, pathname) ? (area.children ?? []) : [];
  return (
    <li>
      <RailLink {...props} />
      {children.length > 0 ? (
        <ul>
          {children.map((child) => (
            <li key={child.id}>
              <RailLink {...props} area={child} isSub />
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function RailLink({
  area,
  pathname,
  current,
  waiting,
  isNarrow,
  isSub = false,
}: ItemProps & { isSub?: boolean }) {
  const number = waiting[area.id];
  const isCurrent = !GROUPS.has(area.id) && area.path === current;
  return (
    <Tooltip label={t(area.label)} position="right" disabled={!isNarrow}>
      <Link
        to={area.path}
        className={cx(styles.item, isSub && styles.sub)}
        aria-current={isCurrent ? "page" : undefined}
        data-within={(isSub ? isCurrent : isWithin(area, pathname)) || undefined}
        aria-label={isNarrow ? t(area.label) : undefined}
      >
        {isSub && !isNarrow ? null : <Icon name={area.icon} small={isSub} />}
        <span className={styles.text}>{t(area.label)}</span>
        {number && number.value > 0 ? (
          <>
            {" "}
            <span className={styles.number}>{countText(number)}</span>
          </>
        ) : null}
      </Link>
    </Tooltip>
  );
}
