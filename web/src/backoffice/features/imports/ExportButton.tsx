import { Button, Menu } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { api, unwrapFile } from "../../api/client";
import { type PlainKey, t } from "../../messages/t";
import { downloadFile } from "../../ui/download";
import { toastError } from "../../ui/toasts";

const FORMATS = {
  shopify: "imports.export.shopify",
  woocommerce: "imports.export.woocommerce",
  google: "imports.export.google",
  "google-xml": "imports.export.googleXml",
} as const satisfies Readonly<Record<string, PlainKey>>;

type Format = keyof typeof FORMATS;

const ORDER: readonly Format[] = ["shopify", "woocommerce", "google", "google-xml"];

/** Saves all products as a file that can be imported again. */
export function ExportButton() {
  const save = useMutation({
    mutationFn: (format: Format) =>
      unwrapFile(
        api.GET("/api/admin/v1/exports/products", {
          params: { query: { format } },
          parseAs: "blob",
        }),
      ),
    onSuccess: ({ name, file }) => downloadFile(name, file),
    onError: toastError,
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button loading={save.isPending}>{t("imports.export")}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ORDER.map((format) => (
          <Menu.Item key={format} onClick={() => save.mutate(format)}>
            {t(FORMATS[format])}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
