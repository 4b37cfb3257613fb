CREATE TABLE visit_days (
    day DATE NOT NULL,
    visits BIGINT NOT NULL,
    CONSTRAINT pk_visit_days PRIMARY KEY (day),
    CONSTRAINT ck_visit_days_visits CHECK (visits >= 0)
);

-- Unlogged: a crash loses who was counted today, and nothing of them is in a backup or in the log.
CREATE UNLOGGED TABLE visit_salts (
    day DATE NOT NULL,
    salt BYTEA NOT NULL,
    CONSTRAINT pk_visit_salts PRIMARY KEY (day)
);

CREATE UNLOGGED TABLE visitors (
    day DATE NOT NULL,
    visitor BYTEA NOT NULL,
    CONSTRAINT pk_visitors PRIMARY KEY (day, visitor)
);

-- What other features read of these tables.
CREATE VIEW visit_days_view AS
SELECT day, visits
FROM visit_days;
