import { productExtras } from "../en-US/lazy/productExtras";
import { addMessages } from "../t";

addMessages(productExtras);
