import { cart } from "../en-US/later/cart";
import { addMessages } from "../t";

addMessages(cart);
