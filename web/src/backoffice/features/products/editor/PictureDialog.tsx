import { Button, Modal, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { t } from "../../../messages/t";
import { CropPicture } from "./CropPicture";
import styles from "./editor.module.css";
import { FocusPoint } from "./FocusPoint";
import { type Picture, without } from "./form";
import { useEditing, useForm } from "./store";

interface Props {
  src: string;
  onSrc: (src: string) => void;
  onClose: () => void;
}

/** Text, focus point and options of a picture, and cutting it. */
export function PictureDialog({ src, onSrc, onClose }: Props) {
  const { store, canEdit } = useEditing();
  const picture = useForm((form) => form.pictures.find((one) => one.src === src));
  const [isCropping, setCropping] = useState(false);
  if (!picture) return null;
  const set = (change: Partial<Picture>) =>
    store.set({
      pictures: store.get().pictures.map((one) => (one.src === src ? { ...one, ...change } : one)),
    });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={picture.alt || t("productEditor.picture")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      {isCropping && picture.path ? (
        <CropPicture
          picture={picture}
          path={picture.path}
          onDone={(cut) => {
            set(cut);
            store.set({
              rows: store
                .get()
                .rows.map((row) => (row.picture === src ? { ...row, picture: cut.src } : row)),
            });
            onSrc(cut.src);
            setCropping(false);
          }}
          onClose={() => setCropping(false)}
        />
      ) : (
        <div className={styles.fields}>
          {picture.path ? <FocusPoint picture={picture} onChange={set} /> : null}
          {canEdit && picture.path ? (
            <div>
              <Button onClick={() => setCropping(true)}>{t("productEditor.crop")}</Button>
            </div>
          ) : null}
          <TextInput
            label={t("ui.altText")}
            description={t("ui.altTextHint")}
            value={picture.alt}
            maxLength={500}
            readOnly={!canEdit}
            onChange={(event) => set({ alt: event.currentTarget.value })}
          />
          <ShownOptions picture={picture} onChange={set} />
        </div>
      )}
    </Modal>
  );
}

interface PartProps {
  picture: Picture;
  onChange: (change: Partial<Picture>) => void;
}

/** The option values that a picture shows, such as the colour. */
function ShownOptions({ picture, onChange }: PartProps) {
  const { canEdit } = useEditing();
  const options = useForm((form) => form.options);
  return options.map(({ name, values }) => (
    <NativeSelect
      key={name}
      label={t("productEditor.shows", { name })}
      value={picture.options[name] ?? ""}
      disabled={!canEdit}
      data={[
        { value: "", label: t("productEditor.anyValue") },
        ...values.map((value) => ({ value, label: value })),
      ]}
      onChange={(event) => {
        const others = without(picture.options, name);
        const value = event.currentTarget.value;
        onChange({ options: value === "" ? others : { ...others, [name]: value } });
      }}
    />
  ));
}
