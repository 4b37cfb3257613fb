import { ActionIcon, Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { t } from "../../../../messages/t";
import { Icon } from "../../../../ui/Icon";
import { type FieldPicture, PictureField } from "../../../../ui/pictures/PictureField";
import { SortableRows } from "../../../../ui/sorting/SortableRows";
import styles from "../layout.module.css";
import type { Slide } from "../queries";
import { TargetField } from "../TargetField";
import type { FieldsProps } from "./fields";
import { newSlide } from "./sections";

const MAX_SLIDES = 10;

/** The slides of a banner; one of them is open. */
export function BannerFields({ section, change, names, disabled }: FieldsProps<"banner">) {
  const { slides } = section;
  const [open, setOpen] = useState(0);
  const put = (place: number, changed: Partial<Slide>) =>
    change({
      slides: slides.map((slide, index) => (index === place ? { ...slide, ...changed } : slide)),
    });
  const rows = slides.map((slide, place) => ({ slide, place }));
  return (
    <>
      <SortableRows
        label={t("layout.slides")}
        tall
        rows={rows}
        rowId={({ place }) => String(place)}
        rowLabel={({ slide }) => slide.title}
        disabled={disabled}
        onReorder={(ordered) => {
          setOpen(ordered.findIndex(({ place }) => place === open));
          change({ slides: ordered.map(({ slide }) => slide) });
        }}
      >
        {({ slide, place }) => (
          <SlideRow
            slide={slide}
            names={names}
            disabled={disabled}
            isOpen={open === place}
            onToggle={() => setOpen(open === place ? -1 : place)}
            onRemove={
              slides.length === 1
                ? null
                : () => change({ slides: slides.filter((_, index) => index !== place) })
            }
            change={(changed) => put(place, changed)}
          />
        )}
      </SortableRows>
      {disabled || slides.length >= MAX_SLIDES ? null : (
        <Button
          onClick={() => {
            setOpen(slides.length);
            change({ slides: [...slides, newSlide()] });
          }}
        >
          {t("layout.addSlide")}
        </Button>
      )}
    </>
  );
}

interface SlideProps extends Pick<FieldsProps<"banner">, "names" | "disabled"> {
  slide: Slide;
  change: (changed: Partial<Slide>) => void;
}

interface RowProps extends SlideProps {
  isOpen: boolean;
  onToggle: () => void;
  /** Null for the only slide. */
  onRemove: (() => void) | null;
}

function SlideRow({ isOpen, onToggle, onRemove, ...rest }: RowProps) {
  const { slide, disabled } = rest;
  return (
    <div className={styles.item}>
      <div className={styles.row}>
        <button type="button" className={styles.open} aria-expanded={isOpen} onClick={onToggle}>
          <span>{slide.title || t("layout.untitled")}</span>
        </button>
        {disabled || !onRemove ? null : (
          <ActionIcon
            variant="subtle"
            aria-label={t("layout.remove", { title: slide.title })}
            onClick={onRemove}
          >
            <Icon name="close" small />
          </ActionIcon>
        )}
      </div>
      {isOpen ? <SlideFields {...rest} /> : null}
    </div>
  );
}

function SlideFields({ slide, change, names, disabled }: SlideProps) {
  const text = (name: "title" | "subtitle" | "callToAction") => ({
    value: slide[name] ?? "",
    disabled,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [name]: currentTarget.value }),
  });
  return (
    <>
      <TextInput
        label={t("layout.title")}
        maxLength={200}
        error={slide.title === "" ? t("layout.needsTitle") : undefined}
        {...text("title")}
      />
      <TextInput label={t("layout.subtitle")} maxLength={500} {...text("subtitle")} />
      <TextInput
        label={t("layout.button")}
        description={t("layout.buttonHelp")}
        maxLength={60}
        {...text("callToAction")}
      />
      <TargetField
        value={slide.link}
        names={names}
        disabled={disabled}
        onChange={(link) => change({ link })}
      />
      <PictureField
        label={t("layout.picture")}
        value={slide.image as FieldPicture | null}
        disabled={disabled}
        onChange={(image) => change({ image })}
      />
      <PictureField
        label={t("layout.phonePicture")}
        description={t("layout.phonePictureHelp")}
        value={slide.phoneImage as FieldPicture | null}
        disabled={disabled}
        withAlt={false}
        onChange={(phoneImage) => change({ phoneImage })}
      />
    </>
  );
}
