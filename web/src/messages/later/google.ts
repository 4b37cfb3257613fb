import { google } from "../en-US/later/google";
import { addMessages } from "../t";

addMessages(google);
