import { SegmentedControl } from "@mantine/core";
import { t } from "../messages/t";
import { useSetPreferences } from "../session/preferences";
import { useSession } from "../session/session";
import { toastError } from "./toasts";

/** Light, dark, or as the device is set. */
export function ThemeChoice() {
  const { theme } = useSession();
  const setPreferences = useSetPreferences();
  return (
    <SegmentedControl
      fullWidth
      aria-label={t("frame.theme")}
      value={theme}
      onChange={(value) => void setPreferences({ theme: value }).catch(toastError)}
      data={[
        { value: "auto", label: t("theme.auto") },
        { value: "light", label: t("theme.light") },
        { value: "dark", label: t("theme.dark") },
      ]}
    />
  );
}
