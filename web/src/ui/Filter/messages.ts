import { filter } from "@/messages/en-US/filter";
import { addMessages } from "@/messages/t";

addMessages(filter);
