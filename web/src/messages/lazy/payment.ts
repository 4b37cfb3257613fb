import { payment } from "../en-US/lazy/payment";
import { addMessages } from "../t";

addMessages(payment);
