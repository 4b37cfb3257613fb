import { ActionIcon, Button } from "@mantine/core";
import { t } from "../../../messages/t";
import { Icon } from "../../../ui/Icon";
import { Panel } from "../../../ui/Panel";
import { pictureUrl } from "../../../ui/pictures/pictureUrl";
import { picturesIn } from "../../../ui/pictures/upload";
import { SortableRows } from "../../../ui/sorting/SortableRows";
import { undoToast } from "../../../ui/toasts";
import type { Frame } from "./form";
import { byName, MAX_FRAMES, MIN_FRAMES, PICTURE_TYPES, UnusableFile, uploadFrame } from "./media";
import styles from "./media.module.css";
import { ChooseFiles, UploadState } from "./MediaParts";
import { type Store, useEditing, useError, useForm } from "./store";
import { useFileUploads } from "./useFileUploads";

const frameName = (place: number) => t("productMedia.frameNumber", { number: place + 1 });

function addFrame(store: Store) {
  return async (file: File) => {
    if (store.get().spin.length >= MAX_FRAMES) {
      throw new UnusableFile(t("productMedia.tooManyFrames", { count: MAX_FRAMES }));
    }
    const frame = await uploadFrame(file);
    store.set({ spin: [...store.get().spin, frame] });
  };
}

/** Removes frames, and offers to take it back. */
function removeFrames(store: Store, left: readonly Frame[], text: string): void {
  const { spin } = store.get();
  store.set({ spin: left });
  undoToast({
    text,
    undo: () => {
      store.set({ spin });
      return Promise.resolve();
    },
  });
}

/** Pictures of the product from all sides, in the order of a full turn. */
export function SpinPanel() {
  const { store, canEdit } = useEditing();
  const frames = useForm((form) => form.spin);
  const error = useError("spin");
  const { count, problems, add } = useFileUploads(addFrame(store));
  return (
    <Panel
      title={t("productEditor.spin")}
      actions={
        canEdit ? (
          <ChooseFiles
            label={t("productMedia.addFrames")}
            types={PICTURE_TYPES}
            multiple
            onFiles={(files) => void add(byName(picturesIn(files)))}
          />
        ) : null
      }
    >
      {frames.length === 0 ? (
        <p className="small quiet">
          {t("productMedia.spinHelp", { min: MIN_FRAMES, max: MAX_FRAMES })}
        </p>
      ) : (
        <Frames frames={frames} />
      )}
      {frames.length > 0 && frames.length < MIN_FRAMES && count === 0 ? (
        <p className="small bad">
          {t("productMedia.moreFrames", { count: MIN_FRAMES - frames.length })}
        </p>
      ) : null}
      <UploadState count={count} problems={error ? [...problems, error] : problems} />
    </Panel>
  );
}

function Frames({ frames }: { frames: readonly Frame[] }) {
  const { store, canEdit } = useEditing();
  return (
    <>
      <SortableRows
        label={t("productEditor.spin")}
        layout="grid"
        rows={frames}
        rowId={({ key }) => key}
        rowLabel={(frame) => frameName(frames.indexOf(frame))}
        disabled={!canEdit}
        onReorder={(rows) => store.set({ spin: rows })}
      >
        {(frame, place) => <FrameTile frame={frame} place={place} />}
      </SortableRows>
      {canEdit ? (
        <div className={styles.actions}>
          <Button onClick={() => store.set({ spin: [...frames].reverse() })}>
            {t("productMedia.reverse")}
          </Button>
          <Button onClick={() => removeFrames(store, [], t("productMedia.spinRemoved"))}>
            {t("productMedia.removeSpin")}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function FrameTile({ frame, place }: { frame: Frame; place: number }) {
  const { store, canEdit } = useEditing();
  const name = frameName(place);
  return (
    <figure className={styles.frame}>
      <img src={pictureUrl(frame.path, 160)} alt={name} loading="lazy" />
      <figcaption>
        <span>{place + 1}</span>
        {canEdit ? (
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={t("productEditor.remove", { name })}
            onClick={() =>
              removeFrames(
                store,
                store.get().spin.filter(({ key }) => key !== frame.key),
                t("productEditor.removed", { name }),
              )
            }
          >
            <Icon name="close" small />
          </ActionIcon>
        ) : null}
      </figcaption>
    </figure>
  );
}
