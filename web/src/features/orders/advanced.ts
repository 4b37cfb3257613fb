/** All of the advanced filter of orders, so that it is fetched in one piece when it is used. */
export { OrderFilter, OrderFilterChips } from "./OrderFilter";
export { searchOrders } from "./searchOrders";
