import { Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { t } from "../../messages/t";
import { sessionQuery } from "../../session/useSessionQuery";
import { SignInSteps } from "./SignInSteps";

/** Covers a page whose session has ended. What was typed on the page is there after signing in again. */
export default function SignInAgain({ email }: { email: string }) {
  // Another tab may have signed in meanwhile.
  useQuery({ ...sessionQuery, refetchOnWindowFocus: "always" });
  return (
    <Modal.Root
      opened
      fullScreen
      onClose={() => undefined}
      closeOnEscape={false}
      closeOnClickOutside={false}
      transitionProps={{ duration: 0 }}
      // Above every drawer and dialog of the page.
      zIndex={500}
    >
      <Modal.Content aria-label={t("signin.againTitle")}>
        <Modal.Body p={0}>
          <SignInSteps
            inDialog
            email={email}
            title={t("signin.againTitle")}
            text={t("signin.againText")}
          />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
