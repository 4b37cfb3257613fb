import { profile } from "../en-US/lazy/profile";
import { addMessages } from "../t";

addMessages(profile);
