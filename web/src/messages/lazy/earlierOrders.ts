import { earlierOrders } from "../en-US/lazy/earlierOrders";
import { addMessages } from "../t";

addMessages(earlierOrders);
