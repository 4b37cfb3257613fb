import { privacy } from "../en-US/privacy";
import { addMessages } from "../t";

addMessages(privacy);
