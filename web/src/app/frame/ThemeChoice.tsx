import { t } from "@/messages/t";
import { chooseTheme, useTheme } from "@/state/theme";
import { Icon } from "@/ui/Icon/Icon";
import styles from "./ThemeChoice.module.css";
import { cx } from "@/ui/cx";

const THEMES = [
  { theme: "light", label: "theme.light", icon: "sun" },
  { theme: "dark", label: "theme.dark", icon: "moon" },
  { theme: "system", label: "theme.system", icon: "device" },
] as const;

export function ThemeChoice() {
  const chosen = useTheme((state) => state.theme);
  return (
    <div
      className={cx(styles["choice"], "needs-script")}
      role="group"
      aria-label={t("theme.title")}
    >
      {THEMES.map(({ theme, label, icon }) => (
        <button
          key={theme}
          type="button"
          aria-pressed={chosen === theme}
          onClick={() => chooseTheme(theme)}
        >
          <Icon name={icon} />
          {t(label)}
        </button>
      ))}
    </div>
  );
}
