CREATE TABLE reservations (
    order_id BIGINT NOT NULL,
    sku_id BIGINT NOT NULL,
    quantity INTEGER NOT NULL,
    taken INTEGER NOT NULL,
    state SMALLINT NOT NULL,
    changed_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_reservations PRIMARY KEY (order_id, sku_id),
    CONSTRAINT ck_reservations_quantity CHECK (quantity > 0),
    CONSTRAINT ck_reservations_taken CHECK (taken BETWEEN 0 AND quantity),
    CONSTRAINT ck_reservations_state CHECK (state IN (0, 1, 2)),
    CONSTRAINT fk_reservations_sku_id FOREIGN KEY(sku_id) REFERENCES skus (id)
);

CREATE INDEX ix_reservations_held ON reservations (sku_id) WHERE state = 0;

CREATE INDEX ix_reservations_sku_id ON reservations (sku_id);

-- What other features read of these tables.
CREATE VIEW reservations_view AS
SELECT order_id, sku_id, quantity, taken, state
FROM reservations;
