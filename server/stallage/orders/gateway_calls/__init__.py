"""Operations on orders that call other services, each call between two transactions."""
