import { checkoutDetails } from "../en-US/later/checkoutDetails";
import { addMessages } from "../t";

addMessages(checkoutDetails);
