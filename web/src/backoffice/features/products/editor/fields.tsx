import { Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { Form } from "./form";
import { useEditing, useError, useForm } from "./store";

type TextName = {
  [Name in keyof Form]: Form[Name] extends string ? Name : never;
}[keyof Form];

interface Props {
  name: TextName;
  label: string;
  description?: ReactNode;
  placeholder?: string;
  maxLength?: number;
  rows?: number;
  type?: string;
  required?: boolean;
  inputMode?: "numeric" | "decimal";
}

/** A text of the form. */
export function TextField({ name, rows, maxLength = 255, ...props }: Props) {
  const { store, canEdit } = useEditing();
  const value = useForm((form) => form[name]);
  const shared = {
    ...props,
    value,
    maxLength,
    error: useError(name),
    readOnly: !canEdit,
    onChange: (event: { currentTarget: { value: string } }) =>
      store.set({ [name]: event.currentTarget.value }),
  };
  return rows === undefined ? (
    <TextInput {...shared} />
  ) : (
    <Textarea {...shared} autosize minRows={rows} maxRows={12} />
  );
}
