import { useAppState } from "@/state/appState";
import styles from "./Loader.module.css";

/** Covers the page while the `loader` flag of the app state is set, such as during payment. */
export function Loader() {
  const loader = useAppState((state) => state.loader);
  const text = useAppState((state) => state.loaderText);
  if (!loader) return null;
  return (
    <div className={styles["loader"]} role="alert">
      <span className={styles["ring"]} aria-hidden="true" />
      {text && <p>{text}</p>}
    </div>
  );
}
