import { Skeleton } from "@/ui/Skeleton/Skeleton";
import styles from "./TextSkeleton.module.css";

const LINES = ["92%", "100%", "96%", "60%", "0", "98%", "90%", "74%"];

export function TextSkeleton() {
  return (
    <div className={styles["lines"]} aria-busy="true">
      {LINES.map((width, index) => (
        <Skeleton key={index} width={width} height="16px" />
      ))}
    </div>
  );
}
