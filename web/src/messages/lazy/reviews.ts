import { reviews } from "../en-US/lazy/reviews";
import { addMessages } from "../t";

addMessages(reviews);
