/** The component gallery: every story of `src/ui`. Served by `npm run stories`, never built. */
import "@/theme/fonts.css";
import "@/theme/tokens.css";
import "@/theme/base.css";
import type { ComponentType } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { startTheme } from "@/state/theme";
import { Toasts } from "@/ui/Toasts/Toasts";
import styles from "./stories.module.css";
import { ThemeToggle } from "./ThemeToggle";

const files = import.meta.glob<Record<string, ComponentType>>("../src/ui/*/*.stories.tsx", {
  eager: true,
});

const components = Object.entries(files).map(([path, stories]) => ({
  name: path.replace(/^.*\/|\.stories\.tsx$/g, ""),
  stories: Object.entries(stories),
}));

function Gallery() {
  return (
    <div className={styles["gallery"]}>
      <nav className={styles["nav"]}>
        <ThemeToggle />
        {components.map(({ name }) => (
          <a key={name} href={`#${name}`}>
            {name}
          </a>
        ))}
      </nav>
      <main>
        {components.map(({ name, stories }) => (
          <section key={name} id={name}>
            <h1>{name}</h1>
            {stories.map(([story, Story]) => (
              <div key={story} className={styles["story"]}>
                <p>{story}</p>
                <Story />
              </div>
            ))}
          </section>
        ))}
      </main>
      <Toasts />
    </div>
  );
}

startTheme();
const element = document.getElementById("stories");
if (element) {
  createRoot(element).render(
    <MemoryRouter>
      <Gallery />
    </MemoryRouter>,
  );
}
