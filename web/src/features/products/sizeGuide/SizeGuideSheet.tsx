import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SizeGuide } from "@/api/types";
import { t } from "@/messages/t";
import { read, write } from "@/storage/browserStorage";
import { SIZE_UNIT } from "@/storage/keys";
import { ErrorAlert } from "@/ui/Alert/Alert";
import { Sheet } from "@/ui/Sheet/Sheet";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import { formatMeasurement, isLengthUnit, LENGTH_UNITS, type LengthUnit } from "./measurements";
import styles from "./SizeGuideSheet.module.css";
import { sizeGuideQuery } from "./sizeGuideQuery";

interface Props {
  slug: string;
  title: string;
  onClose: () => void;
}

export function SizeGuideSheet({ slug, title, onClose }: Props) {
  const { data: guide, error, refetch } = useQuery(sizeGuideQuery(slug));
  return (
    <Sheet title={guide?.title ?? title} placement="centre" onClose={onClose}>
      {guide && <Guide guide={guide} />}
      {!guide && error && <ErrorAlert error={error} retry={() => void refetch()} />}
      {!guide && !error && <Skeleton height="220px" />}
    </Sheet>
  );
}

function Guide({ guide }: { guide: SizeGuide }) {
  const [preferredUnit, setPreferredUnit] = useState<LengthUnit | null>(() => {
    const stored = read(SIZE_UNIT);
    return isLengthUnit(stored) ? stored : null;
  });
  const unit = guide.unit === null ? null : (preferredUnit ?? guide.unit);
  const changeUnit = (next: LengthUnit) => {
    setPreferredUnit(next);
    write(SIZE_UNIT, next);
  };
  return (
    <div className={styles["guide"]}>
      {guide.introduction && <p className={styles["introduction"]}>{guide.introduction}</p>}
      {unit !== null && <UnitSwitch unit={unit} onChange={changeUnit} />}
      <div className={styles["scroll"]} role="region" aria-label={guide.title} tabIndex={0}>
        <SizeTable guide={guide} unit={unit} />
      </div>
    </div>
  );
}

interface UnitSwitchProps {
  unit: LengthUnit;
  onChange: (unit: LengthUnit) => void;
}

function UnitSwitch({ unit, onChange }: UnitSwitchProps) {
  return (
    <fieldset className={styles["units"]}>
      <legend className="visually-hidden">{t("sizeGuide.unit")}</legend>
      {LENGTH_UNITS.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name="sizeUnit"
            checked={unit === one}
            onChange={() => onChange(one)}
          />
          <span>{t(`sizeGuide.${one}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface SizeTableProps {
  guide: SizeGuide;
  /** The unit to show measurements in; null if the guide has none. */
  unit: LengthUnit | null;
}

function SizeTable({ guide: { columns, rows, unit: originalUnit }, unit }: SizeTableProps) {
  const cellText = (cell: string, place: number) =>
    columns[place]?.measured && originalUnit !== null && unit !== null
      ? formatMeasurement(cell, originalUnit, unit)
      : cell;
  return (
    <table className={styles["table"]}>
      <thead>
        <tr>
          {columns.map(({ title, measured }) => (
            <th key={title} scope="col">
              {measured && unit !== null
                ? t("sizeGuide.measuredIn", { column: title, unit: t(`sizeGuide.${unit}`) })
                : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([size = "", ...cells], number) => (
          <tr key={`${number} ${size}`}>
            <th scope="row">{cellText(size, 0)}</th>
            {cells.map((cell, index) => (
              <td key={index}>{cellText(cell, index + 1) || "–"}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
