import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { Icon } from "@/ui/Icon/Icon";
import { Sheet } from "@/ui/Sheet/Sheet";
import { Facets } from "./Facets";
import styles from "./ProductListPage.module.css";

interface Props extends React.ComponentProps<typeof Facets> {
  total: number;
  onAdvanced: () => void;
  onClose: () => void;
}

/** The facets on a phone; each choice shows at once how much is left. */
export function FilterDrawer({ total, onAdvanced, onClose, ...facets }: Props) {
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
      <Button look="quiet" wide className={styles["advanced"]} onClick={onAdvanced}>
        <Icon name="filter" />
        {t("list.advanced")}
      </Button>
      <Facets {...facets} />
    </Sheet>
  );
}
