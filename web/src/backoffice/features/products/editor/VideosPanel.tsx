import { ActionIcon, TextInput } from "@mantine/core";
import { t } from "../../../messages/t";
import { Icon } from "../../../ui/Icon";
import { Panel } from "../../../ui/Panel";
import { pictureUrl } from "../../../ui/pictures/pictureUrl";
import { uploadPicture } from "../../../ui/pictures/upload";
import { SortableRows } from "../../../ui/sorting/SortableRows";
import { undoToast } from "../../../ui/toasts";
import type { Video } from "./form";
import { MAX_VIDEOS, PICTURE_TYPES, UnusableFile, uploadVideo, VIDEO_TYPES } from "./media";
import styles from "./media.module.css";
import { ChooseFiles, UploadState } from "./MediaParts";
import { type Store, useEditing, useError, useForm } from "./store";
import { useFileUploads } from "./useFileUploads";

const nameOf = (video: Video, place: number) =>
  video.title || t("productMedia.videoNumber", { number: place + 1 });

function addVideo(store: Store) {
  return async (file: File) => {
    if (store.get().videos.length >= MAX_VIDEOS) {
      throw new UnusableFile(t("productMedia.tooManyVideos", { count: MAX_VIDEOS }));
    }
    const video = await uploadVideo(file);
    const { videos } = store.get();
    if (videos.some(({ path }) => path === video.path)) {
      throw new UnusableFile(t("productMedia.videoTwice"));
    }
    store.set({ videos: [...videos, video] });
  };
}

/** Videos of the product, in the order of the gallery. */
export function VideosPanel() {
  const { store, canEdit } = useEditing();
  const videos = useForm((form) => form.videos);
  const error = useError("videos");
  const { count, problems, add } = useFileUploads(addVideo(store));
  return (
    <Panel
      title={t("productEditor.videos")}
      actions={
        canEdit ? (
          <ChooseFiles
            label={t("productMedia.addVideo")}
            types={VIDEO_TYPES}
            multiple
            onFiles={(files) => void add(files)}
          />
        ) : null
      }
    >
      {videos.length === 0 ? (
        <p className="small quiet">{t("productMedia.videosHelp")}</p>
      ) : (
        <SortableRows
          label={t("productEditor.videos")}
          rows={videos}
          rowId={({ path }) => path}
          rowLabel={(video) => nameOf(video, videos.indexOf(video))}
          disabled={!canEdit}
          onReorder={(rows) => store.set({ videos: rows })}
        >
          {(video, place) => <VideoRow video={video} place={place} />}
        </SortableRows>
      )}
      <UploadState count={count} problems={error ? [...problems, error] : problems} />
    </Panel>
  );
}

function VideoRow({ video, place }: { video: Video; place: number }) {
  const { store, canEdit } = useEditing();
  const name = nameOf(video, place);
  const change = (part: Partial<Video>) =>
    store.set({
      videos: store
        .get()
        .videos.map((one) => (one.path === video.path ? { ...one, ...part } : one)),
    });
  const poster = useFileUploads(async (file) => {
    const { path, width, height, colour, preview } = await uploadPicture(file);
    change({ poster: { path, width, height, colour, preview } });
  });
  return (
    <div className={styles.video}>
      <video
        controls
        preload="none"
        src={video.path}
        poster={pictureUrl(video.poster.path, 320)}
        aria-label={name}
      />
      <div>
        <TextInput
          label={t("productMedia.titleOf", {
            name: t("productMedia.videoNumber", { number: place + 1 }),
          })}
          description={t("productMedia.titleHelp")}
          value={video.title}
          maxLength={200}
          readOnly={!canEdit}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        {canEdit ? (
          <ChooseFiles
            label={t("productMedia.changePoster")}
            types={PICTURE_TYPES}
            subtle
            onFiles={(files) => void poster.add(files)}
          />
        ) : null}
        <UploadState count={poster.count} problems={poster.problems} />
      </div>
      {canEdit ? (
        <ActionIcon
          variant="subtle"
          aria-label={t("productEditor.remove", { name })}
          onClick={() => removeVideo(store, video, name)}
        >
          <Icon name="close" small />
        </ActionIcon>
      ) : null}
    </div>
  );
}

function removeVideo(store: Store, video: Video, name: string): void {
  const { videos } = store.get();
  store.set({ videos: videos.filter(({ path }) => path !== video.path) });
  undoToast({
    text: t("productEditor.removed", { name }),
    undo: () => {
      store.set({ videos });
      return Promise.resolve();
    },
  });
}
