import { business } from "../en-US/lazy/business";
import { addMessages } from "../t";

addMessages(business);
