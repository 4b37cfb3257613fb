import { orders } from "../en-US/later/orders";
import { addMessages } from "../t";

addMessages(orders);
