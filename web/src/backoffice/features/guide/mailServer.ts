/** A mail server, as its provider describes it. */
export interface MailServer {
  host: string;
  port: number | string;
  user: string;
  password: string;
}

export const NO_SERVER: MailServer = { host: "", port: 587, user: "", password: "" };
/** The port on which the connection begins with TLS. */
const TLS_PORT = 465;

/** The address of a mail server, as the setting `smtp_url` has it. */
export function serverAddress({ host, port, user, password }: MailServer): string {
  const scheme = Number(port) === TLS_PORT ? "smtps" : "smtp";
  const secret = password === "" ? "" : `:${encodeURIComponent(password)}`;
  const account = user === "" ? "" : `${encodeURIComponent(user.trim())}${secret}@`;
  return `${scheme}://${account}${host.trim()}:${port}`;
}
