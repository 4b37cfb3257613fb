import { offline } from "../en-US/lazy/offline";
import { addMessages } from "../t";

addMessages(offline);
