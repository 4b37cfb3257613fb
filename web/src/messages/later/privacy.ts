import { privacy } from "../en-US/later/privacy";
import { addMessages } from "../t";

addMessages(privacy);
