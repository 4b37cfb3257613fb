/** An operator in any browser: signs in, acts, and measures how a shopper's page and mail follow. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { stepOf, totpCode } from "../e2e/backoffice/totp.ts";
import { type Browser, eventually } from "./browser.ts";
import { followed } from "./following.ts";
import { describe, having, type Locator, the, withFound } from "./locator.ts";
import { picture } from "./pictures.ts";
import { type Message, newEmail, outbox, shopper, stallage } from "./shopper.ts";

const PASSWORD = "quiet kiln sparrow lantern";

/** So long may a page or a mail take on a crowded machine before a journey fails, in ms. */
const PATIENCE = 90_000;

/** A page that does not show a change yet is reloaded after this time, in ms. */
const RELOAD = 1_000;

/** An action of an operator, and how a shopper sees it. */
interface Action {
  name: string;
  /** The button that commits it. */
  button: Locator;
  /** What the back office shows when it is done. */
  done: Locator;
  /** The shopper's page, and what it shows then. */
  page: string;
  shows: Locator;
  /** A text of the mail that the shopper gets. Without one, the action sends none. */
  mail?: RegExp;
}

async function namesInOutbox(): Promise<Set<string>> {
  const names = await readdir(outbox);
  // Files that are being written have a name with a leading dot.
  return new Set(names.filter((name) => !name.startsWith(".")));
}

/** Waits for a mail that was not there before. */
async function newMail(before: ReadonlySet<string>, to: string, text: RegExp): Promise<void> {
  await eventually(
    `a mail to ${to} with ${String(text)}`,
    async () => {
      for (const name of await namesInOutbox()) {
        if (before.has(name)) continue;
        const mail = JSON.parse(await readFile(join(outbox, name), "utf8")) as Message;
        if (mail.to.includes(to) && text.test(mail.text)) return;
      }
      throw new Error("It has not arrived.");
    },
    PATIENCE,
  );
}

export function operator(browser: Browser) {
  const { goto, see, press, check, fill, untilOf, valueOf } = shopper(browser);

  /** Creates an owner on the command line and accepts the invitation with a password and an app. */
  const signIn = async (): Promise<void> => {
    const email = newEmail();
    const output = await stallage("operator", "create", email, "--name", "Priya Raman");
    const link = /\/backoffice\/invitation#\S+/.exec(output)?.[0];
    if (link === undefined) throw new Error(`No link in: ${output}`);
    await goto(link);
    await setUpSignIn();
    await see(the("link", "Orders"));
  };

  /** Accepts the invitation that is open, with a password and an app. */
  const setUpSignIn = async (): Promise<void> => {
    await see(the("textbox", /^Name$/));
    // Where the browser offers passkeys, they are chosen at first.
    await browser.run(
      withFound(
        the("radio", "Password and app"),
        "void (found[0]?.labels[0] ?? found[0])?.click()",
      ),
    );
    await see(the("textbox", "New password"));
    const secret = await valueOf(having("text", /^[A-Z2-7]{16,}$/), "found.at(-1).textContent");
    await fill("New password", PASSWORD);
    await fill(/^Code/, totpCode(String(secret), stepOf(Date.now())));
    await press(the("button", "Finish"));
    await see(the("list", "Recovery codes"));
    await check(the("checkbox", "I have stored these codes"));
    await press(the("button", "Continue"));
  };

  /**
   * Opens the shopper's page as somebody who reloads it: the time of loading the whole page counts too.
   * A page that still shows the state before is loaded again.
   */
  const shopperSees = async (path: string, shows: Locator): Promise<void> => {
    const end = Date.now() + PATIENCE;
    for (;;) {
      await goto(path);
      try {
        await eventually(
          `${describe(shows)} at ${path}`,
          async () => {
            if ((await browser.run(withFound(shows, "found.length > 0"))) !== true) {
              throw new Error("It is not there.");
            }
          },
          RELOAD,
        );
        return;
      } catch (error) {
        if (Date.now() > end) throw error;
      }
    }
  };

  /** Acts, and measures from the click on how long the shopper's page and mail take to follow. */
  const act = async (email: string, action: Action): Promise<void> => {
    const { name, button, done, page, shows, mail } = action;
    await untilOf(button, "usable(found) !== undefined");
    await picture(browser, name);
    const before = await namesInOutbox();
    const start = Date.now();
    const since = () => Date.now() - start;
    await press(button);
    const mailed = mail === undefined ? null : newMail(before, email, mail).then(since);
    // If the page fails before, that error is the one to report.
    mailed?.catch(() => undefined);
    // A page that is left before the answer arrives might never send its request.
    await see(done);
    const [paged, mailedAfter] = await Promise.all([shopperSees(page, shows).then(since), mailed]);
    followed.push({ browser: browser.name, action: name, page: paged, mail: mailedAfter });
    // What follows is in the middle of the picture that the step leaves.
    await browser.run(withFound(shows, "void found[0]?.scrollIntoView({ block: 'center' })"));
  };

  return { signIn, setUpSignIn, act };
}
