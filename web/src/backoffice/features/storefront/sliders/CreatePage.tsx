import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { fieldErrors, formError } from "../../../api/errors";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { toast } from "../../../ui/toasts";
import { refreshHome } from "./useRecord";

interface Props {
  title: string;
  button: string;
  /** Path below which the records have their pages. */
  path: string;
  isComplete: boolean;
  create: () => Promise<{ id: number; title: string }>;
  onCreated: () => void;
  children: (errors: Record<string, string>) => ReactNode;
}

/** The page of a new slider or section. */
export function CreatePage(props: Props) {
  const { title, button, path, isComplete, create, onCreated, children } = props;
  const navigate = useNavigate();
  const online = useOnline();
  const creating = useMutation({
    mutationFn: create,
    onSuccess: (created) => {
      toast(t("storefront.added", { title: created.title }));
      refreshHome();
      onCreated();
      return navigate(`${path}/${created.id}`, { replace: true });
    },
  });
  return (
    <Page>
      <PageHead
        title={title}
        back="/storefront/sliders"
        actions={
          <Button
            variant="filled"
            loading={creating.isPending}
            disabled={!online || !isComplete}
            title={isComplete ? undefined : t("sliders.incomplete")}
            onClick={() => creating.mutate()}
          >
            {button}
          </Button>
        }
      />
      <ErrorNote error={formError(creating.error) ? creating.error : null} isWrite />
      {children(fieldErrors(creating.error))}
    </Page>
  );
}
