import { returns } from "../en-US/later/returns";
import { addMessages } from "../t";

addMessages(returns);
