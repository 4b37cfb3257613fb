/** Replaced by `vite.worker.config.ts`. */
declare const __BUILD__: string;
/** Path of the script that pages of this build start with. */
declare const __ENTRY__: string;
/** Paths of the files that are stored at installation. */
declare const __PRECACHE__: string[];
