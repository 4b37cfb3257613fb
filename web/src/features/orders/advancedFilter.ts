/** The advanced filter of orders as one chunk, loaded when it is used. */
export { OrderFilter, OrderFilterChips } from "./OrderFilter";
export { searchOrders } from "./searchOrders";
