import { privacy } from "../en-US/lazy/privacy";
import { addMessages } from "../t";

addMessages(privacy);
