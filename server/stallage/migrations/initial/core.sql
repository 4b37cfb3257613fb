-- Similarity for suggestions, comparison without accents, and multicolumn indexes with GIN.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Serving processes cache what they read of the catalogue. Triggers notify them, so that no writer can
-- forget to. A notification is delivered when the transaction commits. The argument names what changed.
CREATE FUNCTION notify_catalogue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('stallage_catalogue', tg_argv[0]);
    RETURN NULL;
END $$;

CREATE TABLE idempotency_keys (
    scope TEXT NOT NULL,
    key TEXT NOT NULL,
    body_hash BYTEA NOT NULL,
    result JSONB NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_idempotency_keys PRIMARY KEY (scope, key)
);

CREATE INDEX ix_idempotency_keys_created_at ON idempotency_keys (created_at);

CREATE UNLOGGED TABLE limits (
    subject TEXT NOT NULL,
    times TIMESTAMP WITH TIME ZONE[] NOT NULL,
    expires_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_limits PRIMARY KEY (subject)
);

CREATE INDEX ix_limits_expires_at ON limits (expires_at);

CREATE TABLE untrusted_proxies (
    address TEXT NOT NULL,
    is_private BOOLEAN NOT NULL,
    seen_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_untrusted_proxies PRIMARY KEY (address)
);

CREATE TABLE worker_heartbeats (
    id UUID NOT NULL,
    host TEXT NOT NULL,
    process_id BIGINT NOT NULL,
    started_at TIMESTAMP WITH TIME ZONE NOT NULL,
    seen_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_worker_heartbeats PRIMARY KEY (id)
);
