import { ActionIcon, Button } from "@mantine/core";
import { useRef, useState } from "react";
import { t } from "../../../messages/t";
import { Icon } from "../../../ui/Icon";
import { Panel } from "../../../ui/Panel";
import { pictureUrl } from "../../../ui/pictures/pictureUrl";
import { ACCEPTED_TYPES, picturesIn, uploadPicture } from "../../../ui/pictures/upload";
import { SortableRows } from "../../../ui/sorting/SortableRows";
import { toast, toastError, undoToast } from "../../../ui/toasts";
import styles from "./pictures.module.css";
import type { Picture } from "./form";
import { PictureDialog } from "./PictureDialog";
import { type Store, useEditing, useForm } from "./store";

const altOf = (picture: Picture, place: number) =>
  picture.alt || t("productEditor.pictureNumber", { number: place + 1 });

/** Uploads files one after another and adds each as soon as it is stored. */
async function addPictures(store: Store, files: readonly File[]): Promise<void> {
  for (const file of files) {
    const { path, width, height, colour, preview } = await uploadPicture(file);
    const { pictures } = store.get();
    if (pictures.some(({ src }) => src === path)) continue;
    const picture: Picture = {
      src: path,
      path,
      alt: "",
      options: {},
      focusX: 50,
      focusY: 50,
      width,
      height,
      colour,
      preview,
    };
    store.set({ pictures: [...pictures, picture] });
  }
}

function useUploads() {
  const { store } = useEditing();
  const [count, setCount] = useState(0);
  const add = (given: Iterable<File>) => {
    const files = picturesIn(given);
    if (files.length === 0) {
      toast(t("ui.notAPicture"));
      return;
    }
    setCount((now) => now + files.length);
    addPictures(store, files)
      .catch(toastError)
      .finally(() => setCount((now) => now - files.length));
  };
  return { count, add };
}

/** The gallery: dropped, pasted or chosen; the first picture represents the product. */
export function PicturesPanel() {
  const { store, canEdit } = useEditing();
  const pictures = useForm((form) => form.pictures);
  const [opened, setOpened] = useState<string | null>(null);
  const { count, add } = useUploads();
  return (
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        if (canEdit) add(event.dataTransfer.files);
      }}
      onPaste={(event) => {
        if (canEdit && event.clipboardData.files.length > 0) add(event.clipboardData.files);
      }}
    >
      <Panel
        title={t("productEditor.pictures")}
        actions={canEdit ? <ChooseFiles onFiles={add} /> : null}
      >
        {pictures.length === 0 ? (
          <p className="small quiet">{t("productEditor.picturesHelp")}</p>
        ) : (
          <SortableRows
            label={t("productEditor.pictures")}
            layout="grid"
            rows={pictures}
            rowId={({ src }) => src}
            rowLabel={(picture) => altOf(picture, pictures.indexOf(picture))}
            disabled={!canEdit}
            onReorder={(rows) => store.set({ pictures: rows })}
          >
            {(picture, place) => (
              <PictureTile picture={picture} place={place} onOpen={() => setOpened(picture.src)} />
            )}
          </SortableRows>
        )}
        <p className="small quiet" role="status">
          {count > 0 ? t("productEditor.uploading", { count }) : ""}
        </p>
        {opened ? (
          <PictureDialog src={opened} onSrc={setOpened} onClose={() => setOpened(null)} />
        ) : null}
      </Panel>
    </div>
  );
}

function ChooseFiles({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPTED_TYPES.join(",")}
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden
        onChange={({ currentTarget }) => {
          onFiles(Array.from(currentTarget.files ?? []));
          // The same file can be chosen again.
          currentTarget.value = "";
        }}
      />
      <Button leftSection={<Icon name="plus" small />} onClick={() => input.current?.click()}>
        {t("productEditor.addPictures")}
      </Button>
    </>
  );
}

interface TileProps {
  picture: Picture;
  place: number;
  onOpen: () => void;
}

function PictureTile({ picture, place, onOpen }: TileProps) {
  const { store, canEdit } = useEditing();
  const name = altOf(picture, place);
  const remove = () => {
    const { pictures } = store.get();
    store.set({ pictures: pictures.filter(({ src }) => src !== picture.src) });
    undoToast({
      text: t("productEditor.removed", { name }),
      undo: () => {
        store.set({ pictures });
        return Promise.resolve();
      },
    });
  };
  return (
    <figure className={styles.picture}>
      <button
        type="button"
        className={styles.open}
        aria-label={t("productEditor.editPicture", { name })}
        onClick={onOpen}
      >
        {picture.path ? (
          <img
            src={pictureUrl(picture.path, 320)}
            alt=""
            style={{
              background: picture.colour ?? undefined,
              objectPosition: `${picture.focusX}% ${picture.focusY}%`,
            }}
          />
        ) : (
          <Icon name="image" />
        )}
      </button>
      <figcaption>
        <span>{picture.alt || t("productEditor.noAlt")}</span>
        {canEdit ? (
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={t("productEditor.remove", { name })}
            onClick={remove}
          >
            <Icon name="close" small />
          </ActionIcon>
        ) : null}
      </figcaption>
    </figure>
  );
}
