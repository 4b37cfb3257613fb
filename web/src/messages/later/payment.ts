import { payment } from "../en-US/later/payment";
import { addMessages } from "../t";

addMessages(payment);
