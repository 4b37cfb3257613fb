import { ActionIcon, Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { t } from "../messages/t";
import styles from "./ActionPanel.module.css";
import { returnFocus } from "./focus";
import { Icon } from "./Icon";
import { useKeys } from "./keys";

interface Props {
  title: string;
  opened: boolean;
  /** Closes it; nothing is lost. */
  onClose: () => void;
  /** What, reason, where to, then WhatWillHappen. */
  children: ReactNode;
  /** The button, named by its result, and a sentence on limits below it. */
  footer: ReactNode;
  /** Always a drawer, for pages without a right column. */
  floating?: boolean;
}

/**
 * The panel of an action: refund, pack, return. It takes the right column, so that the record stays
 * visible; below 1200 px it is a drawer, on a phone a full-screen sheet with the button at the bottom.
 */
export function ActionPanel(props: Props) {
  const isWide = useMediaQuery("(width >= 1200px)", true, { getInitialValueInEffect: false });
  const isPhone = useMediaQuery("(width < 768px)", false, { getInitialValueInEffect: false });
  const { title, opened, onClose, children, footer, floating = false } = props;
  const isInline = isWide && !floating;
  useReturnFocus(opened && !isInline);
  if (isInline) return opened ? <InlinePanel {...props} /> : null;
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="right"
      size={isPhone ? "100%" : 480}
      classNames={{ body: styles.drawer }}
      styles={{ content: { display: "flex", flexDirection: "column" }, body: { flex: 1 } }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        {/* Only the page has a banner. */}
        <Drawer.Header role="presentation">
          <Drawer.Title>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label={t("ui.close")} />
        </Drawer.Header>
        <Drawer.Body>
          <div className={styles.sheet}>
            <div className={styles.body}>{children}</div>
            {footer ? <div className={styles.foot}>{footer}</div> : null}
          </div>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** How much of the window the top bar covers, and how much of a panel must be visible, in pixels. */
const TOP_BAR = 56;
const VISIBLE = 160;

/** Focuses the panel. The page scrolls only if the panel's head is outside the window. */
function showPanel(panel: HTMLElement): void {
  panel.focus({ preventScroll: true });
  const { top } = panel.getBoundingClientRect();
  if (top < TOP_BAR || top > window.innerHeight - VISIBLE) panel.scrollIntoView();
}

/** Also if the drawer is removed at once, without being closed first. */
function useReturnFocus(opened: boolean): void {
  useEffect(() => {
    if (!opened) return;
    const opener = document.activeElement;
    return () => returnFocus(opener);
  }, [opened]);
}

function InlinePanel({ title, onClose, children, footer }: Props) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useKeys(title, [{ keys: "Escape", label: t("ui.close"), run: onClose, whileTyping: true }]);
  useEffect(() => {
    const opener = document.activeElement;
    if (panel.current) showPanel(panel.current);
    return () => returnFocus(opener);
  }, []);
  return (
    <section className={styles.panel} aria-labelledby={id} ref={panel} tabIndex={-1}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <ActionIcon variant="subtle" onClick={onClose} aria-label={t("ui.close")}>
          <Icon name="close" small />
        </ActionIcon>
      </div>
      <div className={styles.body}>{children}</div>
      {footer ? <div className={styles.foot}>{footer}</div> : null}
    </section>
  );
}
