/** Makes the sentences of a cart known; imported by the parts that say them, which load late. */
import { cart } from "./cart";
import { addMessages } from "../t";

addMessages(cart);
