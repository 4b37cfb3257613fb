import { create } from "zustand";

/** Whether the cart drawer is open; it opens after something was added. */
export const useCartDrawer = create<{ open: boolean }>()(() => ({ open: false }));

export const openCartDrawer = () => useCartDrawer.setState({ open: true });
export const closeCartDrawer = () => useCartDrawer.setState({ open: false });
