import { storeCredit } from "../en-US/later/storeCredit";
import { addMessages } from "../t";

addMessages(storeCredit);
