CREATE TABLE lexicon (
    kind TEXT NOT NULL,
    term TEXT NOT NULL,
    target TEXT DEFAULT '' NOT NULL,
    folded TEXT NOT NULL,
    weight BIGINT NOT NULL,
    CONSTRAINT pk_lexicon PRIMARY KEY (kind, term, target),
    CONSTRAINT ck_lexicon_kind CHECK (kind IN ('query', 'category'))
);

CREATE INDEX ix_lexicon_folded_near ON lexicon USING gin (folded gin_trgm_ops);

CREATE INDEX ix_lexicon_folded_prefix ON lexicon (folded text_pattern_ops);
