import { wishlist } from "../en-US/later/wishlist";
import { addMessages } from "../t";

addMessages(wishlist);
