/** Videos and the 360° spin in the product editor. */
export const productMedia = {
  "productMedia.addVideo": "Add video",
  "productMedia.videosHelp":
    "MP4 or WebM, at most 32 MB each. A picture from the video is shown until it plays.",
  "productMedia.videoNumber": "Video {number}",
  "productMedia.titleOf": "Title of {name}",
  "productMedia.titleHelp": "What can be seen, such as “Pouring from the jug”.",
  "productMedia.changePoster": "Change picture",
  "productMedia.cannotPlay": "This file cannot be played. Choose an MP4 or WebM video.",
  "productMedia.videoTooLarge": "The video is larger than 32 MB.",
  "productMedia.videoTwice": "The product has this video already.",
  "productMedia.tooManyVideos": "A product has at most {count} videos.",
  "productMedia.uploading": { one: "Uploading {count} file …", other: "Uploading {count} files …" },
  "productMedia.addFrames": "Add spin pictures",
  "productMedia.spinHelp":
    "Choose {min} to {max} pictures of a full turn at once. They are put in the order of their names.",
  "productMedia.frameNumber": "Spin picture {number}",
  "productMedia.moreFrames": {
    one: "Add at least {count} more picture.",
    other: "Add at least {count} more pictures.",
  },
  "productMedia.tooManyFrames": "A spin has at most {count} pictures.",
  "productMedia.reverse": "Turn the other way",
  "productMedia.removeSpin": "Remove spin",
  "productMedia.spinRemoved": "Spin removed",
} as const;
