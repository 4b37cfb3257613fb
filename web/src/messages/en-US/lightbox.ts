/** Pictures of a product over the whole window. */
export const lightbox = {
  "lightbox.pictures": "Pictures",
  "lightbox.size": "Size",
  "lightbox.zoomIn": "Zoom in",
  "lightbox.zoomOut": "Zoom out",
  "lightbox.fullScreen": "Full screen",
  "lightbox.leaveFullScreen": "Leave full screen",
} as const;
