import { wishlist } from "../en-US/lazy/wishlist";
import { addMessages } from "../t";

addMessages(wishlist);
