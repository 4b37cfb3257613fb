import { orderBilling } from "../en-US/lazy/orderBilling";
import { addMessages } from "../t";

addMessages(orderBilling);
