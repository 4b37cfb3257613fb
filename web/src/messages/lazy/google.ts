import { google } from "../en-US/lazy/google";
import { addMessages } from "../t";

addMessages(google);
