import { storeCredit } from "../en-US/lazy/storeCredit";
import { addMessages } from "../t";

addMessages(storeCredit);
