import { useId } from "react";
import { t } from "@/messages/t";
import { Icon } from "../Icon/Icon";
import { Picture } from "../Picture/Picture";
import styles from "./PictureUpload.module.css";
import { MAX_PICTURES, type Pictures } from "./usePictures";

const MEDIA_TYPES = "image/jpeg,image/png,image/webp";

interface Props {
  pictures: Pictures;
  /** What is wrong with the uploaded ones. */
  error?: string | undefined;
}

/** The uploaded pictures of a review or message, and a file input for more. */
export function PictureUpload({ pictures, error }: Props) {
  const id = useId();
  const { uploaded, sending, add, remove } = pictures;
  const problems = error === undefined ? pictures.problems : [error, ...pictures.problems];
  return (
    <div className={styles["upload"]}>
      <span className={styles["label"]} id={`${id}-label`}>
        {t("pictures.label")}
      </span>
      <ul className={styles["pictures"]} aria-labelledby={`${id}-label`}>
        {uploaded.map((picture, index) => (
          <li key={picture.id}>
            <Picture
              picture={{ path: picture.path, alt: "", width: null, height: null, colour: null }}
              sizes="72px"
              ratio="1 / 1"
            />
            <button
              type="button"
              aria-label={t("pictures.remove", { number: index + 1 })}
              onClick={() => remove(picture.id)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
        {uploaded.length + sending < MAX_PICTURES && (
          <li>
            <label className={styles["add"]} aria-busy={sending > 0 || undefined}>
              <Icon name="plus" />
              <span className="visually-hidden">{t("pictures.add")}</span>
              <input
                type="file"
                className="visually-hidden"
                accept={MEDIA_TYPES}
                multiple
                aria-describedby={`${id}-hint`}
                onChange={(event) => {
                  add([...(event.target.files ?? [])]);
                  event.target.value = "";
                }}
              />
            </label>
          </li>
        )}
      </ul>
      <span id={`${id}-hint`} className={styles["hint"]} role="status">
        {sending > 0 ? t("pictures.sending") : t("pictures.hint", { max: MAX_PICTURES })}
      </span>
      {problems.length > 0 && <Problems problems={problems} />}
    </div>
  );
}

function Problems({ problems }: { problems: readonly string[] }) {
  return (
    <div className={styles["problems"]} role="alert">
      <ul>
        {problems.map((problem, index) => (
          <li key={`${index} ${problem}`}>{problem}</li>
        ))}
      </ul>
    </div>
  );
}
