import "@/messages/later/productExtras";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SizeGuide } from "@/api/types";
import { t } from "@/messages/t";
import { read, write } from "@/storage/browserStorage";
import { SIZE_UNIT } from "@/storage/keys";
import { FailureNotice } from "@/ui/Notice/Notice";
import { Sheet } from "@/ui/Sheet/Sheet";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { isUnit, measurement, type Unit, UNITS } from "./measurements";
import styles from "./SizeGuideSheet.module.css";
import { sizeGuideQuery } from "./sizeGuideQuery";

interface Props {
  slug: string;
  title: string;
  onClose: () => void;
}

/** A category's size guide over the page. */
export function SizeGuideSheet({ slug, title, onClose }: Props) {
  const { data: guide, error, refetch } = useQuery(sizeGuideQuery(slug));
  return (
    <Sheet title={guide?.title ?? title} from="centre" onClose={onClose}>
      {guide && <Table guide={guide} />}
      {!guide && error && <FailureNotice error={error} retry={() => void refetch()} />}
      {!guide && !error && <Skeleton height="220px" />}
    </Sheet>
  );
}

function Table({ guide }: { guide: SizeGuide }) {
  const { introduction, unit: written, columns, rows } = guide;
  const [chosen, setChosen] = useState<Unit | null>(() => {
    const kept = read(SIZE_UNIT);
    return isUnit(kept) ? kept : null;
  });
  const unit = written === null ? null : (chosen ?? written);
  const choose = (wanted: Unit) => {
    setChosen(wanted);
    write(SIZE_UNIT, wanted);
  };
  return (
    <div className={styles["guide"]}>
      {introduction && <p className={styles["introduction"]}>{introduction}</p>}
      {unit !== null && (
        <fieldset className={styles["units"]}>
          <legend className="visually-hidden">{t("sizeGuide.unit")}</legend>
          {UNITS.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="sizeUnit"
                checked={unit === one}
                onChange={() => choose(one)}
              />
              <span>{t(`sizeGuide.${one}`)}</span>
            </label>
          ))}
        </fieldset>
      )}
      <div className={styles["scroll"]} role="region" aria-label={guide.title} tabIndex={0}>
        <table className={styles["table"]}>
          <thead>
            <tr>
              {columns.map(({ title, measured }) => (
                <th key={title} scope="col">
                  {measured && unit !== null
                    ? t("sizeGuide.measuredIn", {
                        column: title,
                        unit: t(`sizeGuide.${unit}`),
                      })
                    : title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, number) => (
              <tr key={`${number} ${row[0] ?? ""}`}>
                {row.map((cell, place) => {
                  const column = columns[place];
                  const text =
                    column?.measured && written !== null && unit !== null
                      ? measurement(cell, written, unit)
                      : cell;
                  return place === 0 ? (
                    <th key={place} scope="row">
                      {text}
                    </th>
                  ) : (
                    <td key={place}>{text === "" ? "–" : text}</td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
