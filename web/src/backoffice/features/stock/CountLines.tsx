import { ActionIcon } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { Icon } from "../../ui/Icon";
import { Panel } from "../../ui/Panel";
import { toast, toastError } from "../../ui/toasts";
import { codesOf, itemName, signed } from "./names";
import { type CountLine, countQuery, type CountSheet } from "./queries";
import styles from "./stock.module.css";

const PATH = "/api/admin/v1/stock/counts/{countId}/figures/{skuId}";

/** The figures, the last one first, with what applying them does. */
export function CountLines({ sheet, canEdit }: { sheet: CountSheet; canEdit: boolean }) {
  const { lines } = sheet;
  return (
    <Panel title={t("stock.figures", { count: lines.length })}>
      {lines.length === 0 ? <p className="quiet">{t("stock.noFigures")}</p> : null}
      <ul className={styles.lines}>
        {lines.map((line) => (
          <Line key={line.skuId} line={line} sheet={sheet} canEdit={canEdit} />
        ))}
      </ul>
    </Panel>
  );
}

interface LineProps {
  line: CountLine;
  sheet: CountSheet;
  canEdit: boolean;
}

function Line({ line, sheet, canEdit }: LineProps) {
  const { counted, expected, difference, moved, held, blocked } = line;
  return (
    <li className={styles.line}>
      <div className={styles.what}>
        <Link className="link strong" to={`/stock/skus/${line.skuId}`}>
          {itemName(line)}
        </Link>
        <div className="quiet small">{codesOf(line)}</div>
        {moved === 0 ? null : (
          <div className="small">{t("stock.movedSince", { units: signed(moved) })}</div>
        )}
        {blocked ? (
          <div className="bad small" role="status">
            {t("stock.blocked", { count: held })}
          </div>
        ) : null}
      </div>
      <div className={styles.figures}>
        {t("stock.countedUnitsOf", { counted })}
        <div className="quiet small">
          {difference === 0 ? t("stock.asExpected") : t("stock.expectedUnits", { expected })}
        </div>
        {difference === 0 ? null : <div className="strong small">{signed(difference)}</div>}
      </div>
      {canEdit ? <Remove line={line} countId={sheet.sheet.id} /> : null}
    </li>
  );
}

function Remove({ line, countId }: { line: CountLine; countId: number }) {
  const client = useQueryClient();
  const online = useOnline();
  const params = { path: { countId, skuId: line.skuId } };
  // Without Undo: the figure belongs to the moment at which it was counted.
  const remove = useMutation({
    mutationFn: () => unwrap(api.DELETE(PATH, { params })),
    onSuccess: (sheet) => {
      client.setQueryData(countQuery(countId).queryKey, sheet);
      toast(t("stock.figureRemoved", { name: itemName(line) }));
    },
    onError: toastError,
  });
  return (
    <ActionIcon
      variant="subtle"
      aria-label={t("stock.removeFigure", { name: itemName(line) })}
      disabled={!online || remove.isPending}
      onClick={() => remove.mutate()}
    >
      <Icon name="close" small />
    </ActionIcon>
  );
}
