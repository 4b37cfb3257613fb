import { NumberInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { fieldErrors } from "../../api/errors";
import { useIdempotencyKey } from "../../api/idempotency";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { type FieldPicture, PictureField } from "../../ui/pictures/PictureField";
import { AmountField } from "./AmountField";
import styles from "./guide.module.css";
import { AlreadySet, StepForm, type StepProps } from "./StepForm";
import { useSaveStep } from "./useSaveStep";

/** The first product. Everything else about it is in the product editor. */
export default function ProductStep(props: StepProps) {
  if (props.step.state === "done") {
    return (
      <AlreadySet
        {...props}
        names={[t("guide.productSet")]}
        to="/products"
        link={t("guide.allProducts")}
      />
    );
  }
  return <Form {...props} />;
}

function Form(props: StepProps) {
  const { can } = useOperator();
  const [title, setTitle] = useState("");
  const [price, setPrice] = useState<number | null>(null);
  const [stock, setStock] = useState<number | string>(1);
  const [picture, setPicture] = useState<FieldPicture | null>(null);
  const { headers, renewAfter } = useIdempotencyKey();
  const save = useSaveStep(async () => {
    try {
      await unwrap(
        api.POST("/api/admin/v1/products", {
          params: { header: headers },
          body: bodyOf(title, price ?? 0, Number(stock), picture),
        }),
      );
    } catch (error) {
      renewAfter(error);
      throw error;
    }
  }, props.onDone);
  const errors = fieldErrors(save.error);
  const mayAdd = can("products.edit") && can("stock.edit");
  const isMissing = title.trim() === "" || price === null || stock === "";
  const missing = mayAdd ? (isMissing ? t("guide.productMissing") : null) : t("guide.noRight");
  return (
    <StepForm {...props} save={save} missing={missing} label={t("guide.addProduct")}>
      <TextInput
        label={t("guide.productTitle")}
        maw={420}
        value={title}
        error={errors["title"]}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <div className={styles.row}>
        <AmountField
          label={t("guide.productPrice")}
          value={price}
          error={errors["variants.0.price"]}
          onChange={setPrice}
        />
        <NumberInput
          label={t("guide.productStock")}
          value={stock}
          onChange={setStock}
          min={0}
          max={1_000_000_000}
          allowDecimal={false}
          hideControls
          maw={160}
        />
      </div>
      <PictureField label={t("guide.productPicture")} value={picture} onChange={setPicture} />
    </StepForm>
  );
}

function bodyOf(title: string, price: number, stock: number, picture: FieldPicture | null) {
  return {
    title: title.trim(),
    status: "active" as const,
    variants: [{ price, stock: { before: null, level: stock } }],
    pictures: picture === null ? [] : [pictureBody(picture)],
    stockReason: t("guide.stockReason"),
  };
}

function pictureBody({ path, width, height, colour, preview, alt }: FieldPicture) {
  return { src: path, alt, width, height, colour, preview };
}
