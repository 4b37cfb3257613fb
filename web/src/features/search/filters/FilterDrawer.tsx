import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { Sheet } from "@/ui/Sheet/Sheet";
import { AdvancedFilterButton } from "./AdvancedFilterButton";
import { Facets } from "./Facets";

interface Props extends React.ComponentProps<typeof Facets> {
  total: number;
  onAdvanced: () => void;
  onClose: () => void;
}

/** The facets on a phone. Each choice applies at once, and the button shows the number of results. */
export function FilterDrawer({ total, onAdvanced, onClose, ...facets }: Props) {
  return (
    <Sheet
      title={t("list.filters")}
      placement="bottom"
      onClose={onClose}
      footer={
        <Button fullWidth onClick={onClose}>
          {t("list.showResults", { count: total })}
        </Button>
      }
    >
      <AdvancedFilterButton onClick={onAdvanced} />
      <Facets {...facets} />
    </Sheet>
  );
}
