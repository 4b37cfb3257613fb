import "@/theme/fonts.css";
import "./ui/base.css";
import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./api/queryClient";
import { App } from "./app/App";
import { createRouter } from "./app/router";
import { loadLanguage } from "./messages/language";
import { startFocusKeeper } from "./ui/focus";
import { startKeys } from "./ui/keys";

const element = document.getElementById("app");
if (!element) throw new Error("The page has no element with id app.");

await loadLanguage();
startKeys();
startFocusKeeper();
createRoot(element).render(<App queryClient={createQueryClient()} router={createRouter()} />);
