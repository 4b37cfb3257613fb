import type { PlainKey } from "../../messages/t";

interface SectionText {
  title: PlainKey;
  help: PlainKey;
}

/** The section of settings that cannot be changed here. */
export const MACHINE = "machine";

/** The sections in the order of the server, with their titles. */
export const SECTIONS: Readonly<Record<string, SectionText>> = {
  general: { title: "setup.general", help: "setup.generalHelp" },
  orders: { title: "setup.orders", help: "setup.ordersHelp" },
  payments: { title: "setup.payments", help: "setup.paymentsHelp" },
  email: { title: "setup.email", help: "setup.emailHelp" },
  sms: { title: "setup.sms", help: "setup.smsHelp" },
  storage: { title: "setup.storage", help: "setup.storageHelp" },
  "sign-in": { title: "setup.signIn", help: "setup.signInHelp" },
  backups: { title: "setup.backups", help: "setup.backupsHelp" },
  [MACHINE]: { title: "setup.machine", help: "setup.machineHelp" },
};
