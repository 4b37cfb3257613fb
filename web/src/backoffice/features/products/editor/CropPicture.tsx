import { Button, Group, NumberInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type PointerEvent, useRef, useState } from "react";
import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { pictureUrl } from "../../../ui/pictures/pictureUrl";
import styles from "./editor.module.css";
import pictureStyles from "./pictures.module.css";
import type { Picture } from "./form";

interface Props {
  picture: Picture;
  path: string;
  onDone: (cut: Picture) => void;
  onClose: () => void;
}

const SIDES = ["left", "top", "width", "height"] as const;
type Box = Record<(typeof SIDES)[number], number>;
const LABELS = {
  left: "productEditor.cropLeft",
  top: "productEditor.cropTop",
  width: "productEditor.cropWidth",
  height: "productEditor.cropHeight",
} as const;
const MIN = 5;
const rounded = (value: number) => Math.round(Math.max(0, Math.min(100, value)) * 10) / 10;

/** Keeps a part inside the picture. */
function inside({ left, top, width, height }: Box): Box {
  const [x, y] = [Math.min(rounded(left), 100 - MIN), Math.min(rounded(top), 100 - MIN)];
  return {
    left: x,
    top: y,
    width: rounded(Math.max(MIN, Math.min(width, 100 - x))),
    height: rounded(Math.max(MIN, Math.min(height, 100 - y))),
  };
}

/** Draws a part over the picture, or takes it as numbers; the server cuts a new picture. */
export function CropPicture({ picture, path, onDone, onClose }: Props) {
  const [box, setBox] = useState<Box>({ left: 10, top: 10, width: 80, height: 80 });
  const crop = useMutation({
    mutationFn: () =>
      unwrap(api.POST("/api/admin/v1/products/pictures/crop", { body: { path, ...box } })),
    onSuccess: (cut) => onDone({ ...picture, ...cut, src: cut.path, focusX: 50, focusY: 50 }),
  });
  return (
    <div className={styles.fields}>
      <CropArea path={path} box={box} onBox={(next) => setBox(inside(next))} />
      <p className="small quiet">{t("productEditor.cropHelp")}</p>
      <div className={styles.four}>
        {SIDES.map((side) => (
          <NumberInput
            key={side}
            label={t(LABELS[side])}
            suffix="%"
            min={0}
            max={100}
            value={box[side]}
            onChange={(value) => setBox(inside({ ...box, [side]: Number(value) }))}
          />
        ))}
      </div>
      <ErrorNote error={crop.error} />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t("productEditor.cancel")}</Button>
        <Button variant="filled" loading={crop.isPending} onClick={() => crop.mutate()}>
          {t("productEditor.cut")}
        </Button>
      </Group>
    </div>
  );
}

interface AreaProps {
  path: string;
  box: Box;
  onBox: (box: Box) => void;
}

function CropArea({ path, box, onBox }: AreaProps) {
  const start = useRef<{ x: number; y: number } | null>(null);
  const placeOf = (event: PointerEvent<HTMLDivElement>) => {
    const frame = event.currentTarget.getBoundingClientRect();
    return {
      x: ((event.clientX - frame.left) / frame.width) * 100,
      y: ((event.clientY - frame.top) / frame.height) * 100,
    };
  };
  return (
    <div
      className={pictureStyles.crop}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = placeOf(event);
      }}
      onPointerMove={(event) => {
        if (!start.current) return;
        const [from, to] = [start.current, placeOf(event)];
        onBox({
          left: Math.min(from.x, to.x),
          top: Math.min(from.y, to.y),
          width: Math.abs(from.x - to.x),
          height: Math.abs(from.y - to.y),
        });
      }}
      onPointerUp={() => {
        start.current = null;
      }}
    >
      <img src={pictureUrl(path, 960)} alt="" draggable={false} />
      <span
        className={styles.part}
        style={{
          left: `${box.left}%`,
          top: `${box.top}%`,
          width: `${box.width}%`,
          height: `${box.height}%`,
        }}
      />
    </div>
  );
}
