CREATE TABLE product_versions (
    product_id BIGINT NOT NULL,
    number INTEGER NOT NULL,
    recorded_at TIMESTAMP WITH TIME ZONE NOT NULL,
    actor_kind TEXT,
    actor_id BIGINT,
    actor_name TEXT,
    restored INTEGER,
    fields TEXT[] NOT NULL,
    product JSONB NOT NULL,
    CONSTRAINT pk_product_versions PRIMARY KEY (product_id, number),
    CONSTRAINT fk_product_versions_product_id FOREIGN KEY(product_id) REFERENCES products (id) ON DELETE CASCADE
);
