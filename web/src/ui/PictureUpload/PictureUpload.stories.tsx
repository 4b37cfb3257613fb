import { PictureUpload } from "./PictureUpload";
import type { Pictures } from "./usePictures";

const PICTURES: Pictures = {
  uploaded: [{ id: 1, path: "/media/mug.webp" }],
  ids: [1],
  sending: 0,
  problems: ["kiln.gif: Please upload a JPEG, PNG or WebP picture."],
  add: () => undefined,
  remove: () => undefined,
  clear: () => undefined,
};

export const OneUploaded = () => <PictureUpload pictures={PICTURES} />;

export const Uploading = () => (
  <PictureUpload pictures={{ ...PICTURES, sending: 1, problems: [] }} />
);
