import { Menu } from "@mantine/core";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { downloadFile } from "../../ui/download";
import { toastError } from "../../ui/toasts";
import type { Customer } from "./queries";

/** Downloads everything that is stored about a customer, to be given to them. */
export function PersonalDataItem({ customer }: { customer: Customer }) {
  const download = async () => {
    try {
      const data = await unwrap(
        api.GET("/api/admin/v1/customers/{customerId}/personal-data", {
          params: { path: { customerId: customer.id } },
        }),
      );
      const text = JSON.stringify(data, null, 2);
      downloadFile(`customer-${customer.id}.json`, new Blob([text], { type: "application/json" }));
    } catch (error) {
      toastError(error);
    }
  };
  return <Menu.Item onClick={() => void download()}>{t("customers.personalData")}</Menu.Item>;
}
