import { productExtras } from "../en-US/later/productExtras";
import { addMessages } from "../t";

addMessages(productExtras);
