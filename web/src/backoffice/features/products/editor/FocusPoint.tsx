import { t } from "../../../messages/t";
import { pictureUrl } from "../../../ui/pictures/pictureUrl";
import styles from "./pictures.module.css";
import type { Picture } from "./form";
import { useEditing } from "./store";

interface Props {
  picture: Picture;
  onChange: (change: Pick<Picture, "focusX" | "focusY">) => void;
}

const KEYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const within = (value: number) => Math.max(0, Math.min(100, Math.round(value)));

/** The point that stays visible where the picture is cut: set by a click, or with the arrow keys. */
export function FocusPoint({ picture, onChange }: Props) {
  const { canEdit } = useEditing();
  const { focusX, focusY } = picture;
  return (
    <div>
      <button
        type="button"
        className={styles.focus}
        disabled={!canEdit}
        aria-label={t("productEditor.focusPoint", { x: focusX, y: focusY })}
        onClick={(event) => {
          // A click by key has no place.
          if (event.detail === 0) return;
          const box = event.currentTarget.getBoundingClientRect();
          onChange({
            focusX: within(((event.clientX - box.left) / box.width) * 100),
            focusY: within(((event.clientY - box.top) / box.height) * 100),
          });
        }}
        onKeyDown={(event) => {
          const step = KEYS[event.key];
          if (!step) return;
          event.preventDefault();
          const size = event.shiftKey ? 10 : 1;
          onChange({
            focusX: within(focusX + step[0] * size),
            focusY: within(focusY + step[1] * size),
          });
        }}
      >
        <img src={pictureUrl(picture.path ?? "", 960)} alt="" />
        <span className={styles.point} style={{ left: `${focusX}%`, top: `${focusY}%` }} />
      </button>
      <p className="small quiet">{t("productEditor.focusHelp")}</p>
    </div>
  );
}
