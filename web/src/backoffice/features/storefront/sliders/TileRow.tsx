import { ActionIcon, Textarea, TextInput } from "@mantine/core";
import { t } from "../../../messages/t";
import { Icon } from "../../../ui/Icon";
import { PictureField } from "../../../ui/pictures/PictureField";
import { HandPicker } from "../collections/HandPicker";
import type { TileDraft } from "./drafts";
import { layoutProductsQuery } from "./queries";
import styles from "./sliders.module.css";

interface FieldsProps {
  tile: TileDraft;
  change: (changed: Partial<TileDraft>) => void;
  error: (field: string) => string | undefined;
  disabled: boolean;
}

interface Props extends FieldsProps {
  isOpen: boolean;
  onToggle: () => void;
  onRemove: () => void;
}

/** A tile in the list of its section; its fields are below it while it is open. */
export function TileRow({ isOpen, onToggle, onRemove, ...fields }: Props) {
  const { tile, disabled } = fields;
  const title = tile.title || t("layout.untitled");
  return (
    <>
      <div className={styles.row}>
        <button type="button" className={styles.open} aria-expanded={isOpen} onClick={onToggle}>
          {title}{" "}
          <span className="small quiet">
            {t("storefront.products", { count: tile.products.length })}
          </span>
        </button>
        {disabled ? null : (
          <ActionIcon
            variant="subtle"
            aria-label={t("layout.remove", { title })}
            onClick={onRemove}
          >
            <Icon name="close" small />
          </ActionIcon>
        )}
      </div>
      {isOpen ? <TileFields {...fields} /> : null}
    </>
  );
}

function TileFields({ tile, change, error, disabled }: FieldsProps) {
  return (
    <div className={styles.tile}>
      <TextInput
        label={t("sliders.tileTitle")}
        maxLength={300}
        value={tile.title}
        error={error("title") ?? (tile.title.trim() === "" ? t("layout.needsTitle") : undefined)}
        disabled={disabled}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <Textarea
        label={t("layout.text")}
        description={t("sliders.tileTextHelp")}
        maxLength={2000}
        autosize
        minRows={2}
        value={tile.text}
        error={error("text")}
        disabled={disabled}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      <TilePictures {...{ tile, change, error, disabled }} />
      <HandPicker
        products={tile.products}
        onChange={(products) => change({ products })}
        disabled={disabled}
        choices={layoutProductsQuery}
      />
      <TextInput
        label={t("storefront.slug")}
        description={t(tile.id === null ? "storefront.slugDefault" : "storefront.slugHelp")}
        maxLength={255}
        value={tile.slug}
        error={error("slug")}
        disabled={disabled}
        onChange={({ currentTarget }) => change({ slug: currentTarget.value })}
      />
    </div>
  );
}

function TilePictures({ tile, change, error, disabled }: FieldsProps) {
  return (
    <div className={styles.pictures}>
      <PictureField
        label={t("layout.picture")}
        description={t("sliders.tilePictureHelp")}
        value={tile.image}
        error={error("image")}
        disabled={disabled}
        onChange={(image) => change({ image })}
      />
      <PictureField
        label={t("layout.phonePicture")}
        description={t("sliders.tilePhoneHelp")}
        value={tile.phoneImage}
        error={error("phoneImage")}
        disabled={disabled}
        withAlt={false}
        onChange={(phoneImage) => change({ phoneImage })}
      />
    </div>
  );
}
