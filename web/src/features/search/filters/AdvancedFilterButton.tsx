import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { cx } from "@/ui/cx";
import { Icon } from "@/ui/Icon/Icon";
import styles from "./AdvancedFilterButton.module.css";

export function AdvancedFilterButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      variant="tertiary"
      fullWidth
      className={cx(styles["button"], "needs-script")}
      onClick={onClick}
    >
      <Icon name="filter" />
      {t("list.advanced")}
    </Button>
  );
}
