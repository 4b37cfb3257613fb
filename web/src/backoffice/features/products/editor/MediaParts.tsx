import { Button } from "@mantine/core";
import { useRef } from "react";
import { t } from "../../../messages/t";
import { Icon } from "../../../ui/Icon";

interface ChooseProps {
  label: string;
  types: readonly string[];
  multiple?: boolean;
  subtle?: boolean;
  onFiles: (files: File[]) => void;
}

/** A button that opens the browser's dialog for files. */
export function ChooseFiles({ label, types, multiple, subtle, onFiles }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple={multiple}
        accept={types.join(",")}
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden
        data-choose={label}
        onChange={({ currentTarget }) => {
          onFiles(Array.from(currentTarget.files ?? []));
          // The same file can be chosen again.
          currentTarget.value = "";
        }}
      />
      <Button
        variant={subtle ? "subtle" : "default"}
        size={subtle ? "compact-sm" : undefined}
        leftSection={subtle ? null : <Icon name="plus" small />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}

/** How many uploads are left, and what could not be uploaded. */
export function UploadState({ count, problems }: { count: number; problems: readonly string[] }) {
  return (
    <>
      <p className="small quiet" role="status">
        {count > 0 ? t("productMedia.uploading", { count }) : ""}
      </p>
      {problems.length > 0 ? (
        <ul className="bad small" role="alert">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
