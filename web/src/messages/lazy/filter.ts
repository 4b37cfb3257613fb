import { filter } from "../en-US/lazy/filter";
import { addMessages } from "../t";

addMessages(filter);
