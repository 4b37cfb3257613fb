import { checkoutDetails } from "../en-US/lazy/checkoutDetails";
import { addMessages } from "../t";

addMessages(checkoutDetails);
