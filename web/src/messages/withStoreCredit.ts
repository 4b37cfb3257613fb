import { storeCredit } from "./en-US/storeCredit";
import { addMessages } from "./t";

addMessages(storeCredit);
