import { returns } from "../en-US/returns";
import { addMessages } from "../t";

addMessages(returns);
