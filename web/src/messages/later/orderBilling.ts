import { orderBilling } from "../en-US/later/orderBilling";
import { addMessages } from "../t";

addMessages(orderBilling);
