import { notifications } from "../en-US/later/notifications";
import { addMessages } from "../t";

addMessages(notifications);
