import { Modal } from "@mantine/core";
import { useState } from "react";
import type { components } from "../../../api/schema";
import { t } from "../../../messages/t";
import { cx } from "../../../ui/cx";
import styles from "./money.module.css";

type Email = components["schemas"]["ChangeEmail"];

/** "Email to margaret@example.com. Preview", which opens it as the customer will get it. */
export function EmailLink({ email }: { email: Email }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      {t("refunds.email", { to: email.to })}{" "}
      <button type="button" className={cx("link", styles.link)} onClick={() => setOpened(true)}>
        {t("refunds.preview")}
      </button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t("refunds.emailTitle")}
        size="lg"
        closeButtonProps={{ "aria-label": t("ui.close") }}
      >
        <p className="quiet">
          {t("refunds.emailSubject")}: {email.subject}
        </p>
        {email.html ? (
          // Without scripts and without the back office's origin.
          <iframe
            className={styles.frame}
            sandbox=""
            srcDoc={email.html}
            title={t("refunds.emailTitle")}
          />
        ) : (
          <pre>{email.text}</pre>
        )}
      </Modal>
    </>
  );
}
