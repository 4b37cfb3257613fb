import { Modal } from "@mantine/core";
import { t } from "../messages/t";
import { KeyHint } from "../ui/KeyHint";
import { useKeyGroups, useSingleKeys } from "../ui/keys";
import styles from "./KeyList.module.css";

/** All keys that work on the current page. */
export function KeyList({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const groups = useKeyGroups();
  const enabled = useSingleKeys();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("frame.keys")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      {enabled ? null : <p>{t("frame.keysOff")}</p>}
      {groups.map(({ title, bindings }, index) => {
        const listed = bindings.filter(({ label }) => label !== undefined);
        return listed.length === 0 ? null : (
          <section key={index} className={styles.group}>
            <h3>{title}</h3>
            <ul>
              {listed.map(({ keys, label }) => (
                <li key={keys}>
                  {label}
                  <KeyHint keys={keys} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </Modal>
  );
}
