import { business } from "../en-US/later/business";
import { addMessages } from "../t";

addMessages(business);
