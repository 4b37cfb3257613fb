import { t } from "@/messages/t";
import { installApp, useInstallPrompt } from "@/state/installPrompt";
import { Button } from "@/ui/Button/Button";

/** Installs the shop as an app, where the browser has offered that. */
export function InstallApp() {
  const isOffered = useInstallPrompt(({ offer }) => offer !== null);
  if (!isOffered) return null;
  return (
    <Button variant="tertiary" fullWidth onClick={installApp}>
      {t("frame.install")}
    </Button>
  );
}
