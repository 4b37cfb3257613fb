import { cart } from "../en-US/lazy/cart";
import { addMessages } from "../t";

addMessages(cart);
