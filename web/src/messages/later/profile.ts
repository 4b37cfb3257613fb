import { profile } from "../en-US/later/profile";
import { addMessages } from "../t";

addMessages(profile);
