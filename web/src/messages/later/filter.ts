import { filter } from "../en-US/later/filter";
import { addMessages } from "../t";

addMessages(filter);
