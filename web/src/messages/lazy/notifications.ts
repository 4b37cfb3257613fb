import { notifications } from "../en-US/lazy/notifications";
import { addMessages } from "../t";

addMessages(notifications);
