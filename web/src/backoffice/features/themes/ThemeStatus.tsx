import { t } from "../../messages/t";
import { Status } from "../../ui/Status";

/** Whether shoppers see a theme, and whether something is saved that they do not see yet. */
export function ThemeStatus({ theme }: { theme: { isActive: boolean; hasDraft: boolean } }) {
  return (
    <>
      {theme.isActive ? <Status shape="full" tone="good" text={t("themes.live")} /> : null}
      {theme.hasDraft ? <Status shape="ring" tone="info" text={t("themes.draft")} /> : null}
    </>
  );
}
