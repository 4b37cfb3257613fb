import { returns } from "../en-US/lazy/returns";
import { addMessages } from "../t";

addMessages(returns);
