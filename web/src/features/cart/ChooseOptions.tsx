import { useEffect } from "react";
import { t } from "@/messages/t";
import { tellFailure } from "@/state/toasts";
import { laterPart } from "@/ui/Later/laterPart";
import type { OptionsSheetProps } from "./OptionsSheet";

/** The sheet in which options are chosen; its module is fetched when it is first opened. */
export const ChooseOptions = laterPart<OptionsSheetProps>(async () => {
  try {
    return (await import("./OptionsSheet")).OptionsSheet;
  } catch (error) {
    console.error("Error loading a part of the page:", error);
    return Missing;
  }
});

/** Says that the sheet is not to be had, and closes what would be it. */
function Missing({ onClose }: OptionsSheetProps) {
  useEffect(() => {
    tellFailure(t("error.partText"), {
      label: t("action.reload"),
      run: () => window.location.reload(),
    });
    onClose();
  }, [onClose]);
  return null;
}
