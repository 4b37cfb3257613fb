import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { Sheet } from "@/ui/Sheet/Sheet";
import { Facets } from "./Facets";

interface Props extends React.ComponentProps<typeof Facets> {
  total: number;
  onClose: () => void;
}

/** The facets on a phone; each choice shows at once how much is left. */
export function FilterDrawer({ total, onClose, ...facets }: Props) {
  return (
    <Sheet
      title={t("list.filters")}
      from="bottom"
      onClose={onClose}
      footer={
        <Button wide onClick={onClose}>
          {t("list.showResults", { count: total })}
        </Button>
      }
    >
      <Facets {...facets} />
    </Sheet>
  );
}
