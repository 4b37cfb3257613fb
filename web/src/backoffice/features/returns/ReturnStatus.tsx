import { t } from "../../messages/t";
import { Status } from "../../ui/Status";

interface Props {
  status: number;
  inspected: boolean;
  /** In page heads; in lists only where somebody should act. */
  pill?: boolean;
}

/** The status of a return. The numbers are those of the API. */
export function ReturnStatus({ status, inspected, pill = false }: Props) {
  switch (status) {
    case 9:
      return <Status shape="ring" tone="wait" text={t("returns.status.requested")} pill />;
    case 10:
      return <Status shape="half" tone="info" text={t("returns.status.approved")} pill={pill} />;
    case 11:
      return <Status shape="half" tone="info" text={t("returns.status.pickedUp")} pill={pill} />;
    case 15: {
      const text = t(inspected ? "returns.status.inspected" : "returns.status.arrived");
      return <Status shape="half" tone="wait" text={text} pill />;
    }
    case 12:
      return <Status shape="full" tone="good" text={t("returns.status.completed")} pill={pill} />;
    case 13:
      return <Status shape="stopped" tone="bad" text={t("returns.status.refused")} pill={pill} />;
    default:
      return (
        <Status shape="stopped" tone="quiet" text={t("returns.status.withdrawn")} pill={pill} />
      );
  }
}
