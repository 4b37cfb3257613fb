import { orders } from "../en-US/lazy/orders";
import { addMessages } from "../t";

addMessages(orders);
