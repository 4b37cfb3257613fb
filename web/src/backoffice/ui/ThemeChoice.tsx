import { Menu, SegmentedControl } from "@mantine/core";
import { t } from "../messages/t";
import { useSetPreferences } from "../session/preferences";
import { useSession } from "../session/session";
import { Icon } from "./Icon";
import { toastError } from "./toasts";

const THEMES = [
  { value: "auto", label: t("theme.auto") },
  { value: "light", label: t("theme.light") },
  { value: "dark", label: t("theme.dark") },
] as const;

function useTheme() {
  const { theme } = useSession();
  const setPreferences = useSetPreferences();
  const choose = (value: typeof theme) => void setPreferences({ theme: value }).catch(toastError);
  return { theme, choose };
}

/** The same choice as items of a menu, which stays open. */
export function ThemeItems() {
  const { theme, choose } = useTheme();
  return THEMES.map(({ value, label }) => (
    <Menu.Item
      key={value}
      role="menuitemradio"
      aria-checked={value === theme}
      closeMenuOnClick={false}
      rightSection={value === theme ? <Icon name="check" small /> : null}
      onClick={() => choose(value)}
    >
      {label}
    </Menu.Item>
  ));
}

/** Light, dark, or as the device is set. */
export function ThemeChoice() {
  const { theme, choose } = useTheme();
  return (
    <SegmentedControl
      fullWidth
      aria-label={t("frame.theme")}
      value={theme}
      onChange={choose}
      data={[...THEMES]}
    />
  );
}
