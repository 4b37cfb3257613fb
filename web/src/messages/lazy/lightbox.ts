import { lightbox } from "../en-US/lazy/lightbox";
import { addMessages } from "../t";

addMessages(lightbox);
