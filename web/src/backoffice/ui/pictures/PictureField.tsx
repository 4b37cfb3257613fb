import { Button, Input, Loader, TextInput } from "@mantine/core";
import { type ClipboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { t } from "../../messages/t";
import { Icon } from "../Icon";
import styles from "./PictureField.module.css";
import { pictureUrl } from "./pictureUrl";
import { ACCEPTED_TYPES, picturesIn, type StoredPicture, uploadPicture } from "./upload";

/** A picture of a record, with the text that replaces it for those who do not see it. */
export interface FieldPicture extends StoredPicture {
  alt: string;
}

interface Props {
  label: string;
  value: FieldPicture | null;
  onChange: (value: FieldPicture | null) => void;
  description?: ReactNode;
  error?: ReactNode;
  disabled?: boolean;
  /** Without one, the picture has no text of its own: it is decoration, or named by its record. */
  withAlt?: boolean;
}

/** One picture: dropped, pasted or chosen; with its alternative text. */
export function PictureField(props: Props) {
  const { label, value, onChange, description, error, disabled = false, withAlt = true } = props;
  const { upload, isLoading, failure } = useUpload((picture) =>
    onChange({ ...picture, alt: value?.alt ?? "" }),
  );
  const id = useId();
  const take = (files: Iterable<File>) => {
    if (!disabled) upload(picturesIn(files)[0] ?? null);
  };
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error ?? failure}
      labelElement="div"
    >
      <DropArea label={label} onFiles={take}>
        <Preview value={value} isLoading={isLoading} />
        <div className={styles.controls}>
          <ChooseFile
            id={id}
            hasValue={value !== null}
            disabled={disabled || isLoading}
            onFiles={take}
          />
          {value && !disabled ? (
            <Button variant="subtle" onClick={() => onChange(null)}>
              {t("ui.removePicture")}
            </Button>
          ) : null}
          <span className="tiny quiet">{t("ui.pictureHint")}</span>
        </div>
      </DropArea>
      {value && withAlt ? (
        <TextInput
          mt="xs"
          label={t("ui.altText")}
          description={t("ui.altTextHint")}
          value={value.alt}
          maxLength={300}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange({ ...value, alt: currentTarget.value })}
        />
      ) : null}
    </Input.Wrapper>
  );
}

/** Takes files that are dropped on it, or pasted while the focus is in it. */
function DropArea(props: {
  label: string;
  onFiles: (files: Iterable<File>) => void;
  children: ReactNode;
}) {
  const { label, onFiles, children } = props;
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={styles.field}
      data-over={isOver || undefined}
      role="group"
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles(event.dataTransfer.files);
      }}
      onPaste={({ clipboardData }: ClipboardEvent) => {
        // Text is pasted into fields, not here.
        if (clipboardData.files.length > 0) onFiles(clipboardData.files);
      }}
    >
      {children}
    </div>
  );
}

function Preview({ value, isLoading }: { value: FieldPicture | null; isLoading: boolean }) {
  return (
    <div className={styles.preview} aria-busy={isLoading}>
      {value ? (
        <img
          src={pictureUrl(value.path, 320)}
          alt={value.alt}
          style={{ background: value.colour }}
        />
      ) : (
        <Icon name="image" />
      )}
      {isLoading ? (
        <Loader className={styles.loader} size="sm" aria-label={t("ui.loading")} />
      ) : null}
    </div>
  );
}

interface ChooseProps {
  id: string;
  hasValue: boolean;
  disabled: boolean;
  onFiles: (files: Iterable<File>) => void;
}

/** A button for the browser's file dialog; the input itself is not shown. */
function ChooseFile({ id, hasValue, disabled, onFiles }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        id={id}
        type="file"
        accept={ACCEPTED_TYPES.join(",")}
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden
        onChange={({ currentTarget }) => {
          onFiles(currentTarget.files ?? []);
          // The same file can be chosen again.
          currentTarget.value = "";
        }}
      />
      <Button disabled={disabled} onClick={() => input.current?.click()}>
        {hasValue ? t("ui.replacePicture") : t("ui.choosePicture")}
      </Button>
    </>
  );
}

/** Uploads one picture at a time; a later one replaces an earlier one that is still on its way. */
function useUpload(onDone: (picture: StoredPicture) => void) {
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const upload = (file: File | null) => {
    running.current?.abort();
    if (file === null) {
      setLoading(false);
      setFailure(t("ui.notAPicture"));
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    setFailure(null);
    setLoading(true);
    uploadPicture(file, controller.signal)
      .then((picture) => {
        if (running.current === controller) onDone(picture);
      })
      .catch((error: unknown) => {
        if (running.current === controller) {
          setFailure(error instanceof Error ? error.message : t("error.unknown"));
        }
      })
      .finally(() => {
        if (running.current === controller) setLoading(false);
      });
  };
  return { upload, isLoading, failure };
}
