CREATE TABLE ended_sign_ins (
    family TEXT NOT NULL,
    ended_at TIMESTAMP WITH TIME ZONE DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT pk_ended_sign_ins PRIMARY KEY (family)
);

CREATE INDEX ix_ended_sign_ins_ended_at ON ended_sign_ins (ended_at);

CREATE TABLE issued_codes (
    purpose TEXT NOT NULL,
    subject TEXT NOT NULL,
    requester BYTEA NOT NULL,
    code_hash BYTEA NOT NULL,
    tries SMALLINT DEFAULT '0' NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    expires_at TIMESTAMP WITH TIME ZONE NOT NULL,
    used_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_issued_codes PRIMARY KEY (purpose, subject, requester),
    CONSTRAINT ck_issued_codes_purpose CHECK (purpose IN ('sign_in', 'contact', 'order', 'checkout'))
);

CREATE INDEX ix_issued_codes_expires_at ON issued_codes (expires_at);

CREATE TABLE google_accounts (
    subject TEXT NOT NULL,
    customer_id BIGINT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_google_accounts PRIMARY KEY (subject),
    CONSTRAINT fk_google_accounts_customer_id FOREIGN KEY(customer_id) REFERENCES customers (id) ON DELETE CASCADE
);

CREATE INDEX ix_google_accounts_customer_id ON google_accounts (customer_id);

CREATE TABLE known_clients (
    client_hash BYTEA NOT NULL,
    customer_id BIGINT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    last_used_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_known_clients PRIMARY KEY (client_hash),
    CONSTRAINT fk_known_clients_customer_id FOREIGN KEY(customer_id) REFERENCES customers (id) ON DELETE CASCADE
);

CREATE INDEX ix_known_clients_customer_id ON known_clients (customer_id);

CREATE INDEX ix_known_clients_last_used_at ON known_clients (last_used_at);

CREATE TABLE sign_ins (
    family TEXT NOT NULL,
    customer_id BIGINT NOT NULL,
    device TEXT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    last_used_at TIMESTAMP WITH TIME ZONE NOT NULL,
    ended_at TIMESTAMP WITH TIME ZONE,
    proven_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_sign_ins PRIMARY KEY (family),
    CONSTRAINT fk_sign_ins_customer_id FOREIGN KEY(customer_id) REFERENCES customers (id) ON DELETE CASCADE
);

CREATE INDEX ix_sign_ins_customer_id ON sign_ins (customer_id);

CREATE TABLE refresh_tokens (
    token_hash BYTEA NOT NULL,
    family TEXT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    expires_at TIMESTAMP WITH TIME ZONE NOT NULL,
    used_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_refresh_tokens PRIMARY KEY (token_hash),
    CONSTRAINT fk_refresh_tokens_family FOREIGN KEY(family) REFERENCES sign_ins (family) ON DELETE CASCADE
);

CREATE INDEX ix_refresh_tokens_expires_at ON refresh_tokens (expires_at);

CREATE INDEX ix_refresh_tokens_family ON refresh_tokens (family);

-- What other features read of these tables.
CREATE VIEW google_accounts_view AS
SELECT customer_id FROM google_accounts;

CREATE VIEW sign_ins_view AS
SELECT customer_id, created_at, last_used_at, ended_at FROM sign_ins;
