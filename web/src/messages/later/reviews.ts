import { reviews } from "../en-US/later/reviews";
import { addMessages } from "../t";

addMessages(reviews);
