import type { LoaderFunctionArgs } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import { waitForData } from "@/api/waitForData";
import { ContactPage } from "@/features/content/ContactPage";
import { contactQuery, customerCareQuery } from "@/features/content/queries";
import { ContactForm } from "@/features/support/ContactForm";

export function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext);
  return waitForData(queryClient.query(contactQuery), queryClient.query(customerCareQuery));
}

export function Component() {
  return <ContactPage form={<ContactForm />} />;
}
