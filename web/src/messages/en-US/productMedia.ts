/** Videos and 360° spins of products. */
export const productMedia = {
  "productMedia.show": "Show video: {title}",
  "productMedia.showSpin": "Show the 360° view",
  "productMedia.play": "Play video: {title}",
  "productMedia.video": "Video: {title}",
  "productMedia.videoFailed": "This video could not be loaded. Please try again later.",
  "productMedia.enlargeVideo": "Enlarge video: {title}",
  "productMedia.enlargeSpin": "Enlarge the 360° view",
  "productMedia.spinOf": "{title}, from all sides",
  "productMedia.fullTurn": "Turn 360°",
  "productMedia.turn": "Turn {title}",
  "productMedia.degrees": "{degrees} degrees",
  "productMedia.howToTurn": "Drag to turn, or use the arrow keys",
  "productMedia.stopTurning": "Back to the picture",
  "productMedia.loading": "Loading picture {loaded} of {total}",
  "productMedia.framesFailed": "Some pictures could not be loaded.",
} as const;
