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

-- Suggestions show these terms.
CREATE TRIGGER notify_of_new_words AFTER INSERT ON lexicon REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue_of_rows('words');

CREATE TRIGGER notify_of_words AFTER UPDATE ON lexicon REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue_of_rows('words');

CREATE TRIGGER notify_of_deleted_words AFTER DELETE ON lexicon REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue_of_rows('words');

CREATE TABLE failed_searches (
    day DATE NOT NULL,
    query TEXT NOT NULL,
    times BIGINT NOT NULL,
    CONSTRAINT pk_failed_searches PRIMARY KEY (day, query),
    CONSTRAINT ck_failed_searches_times CHECK (times > 0)
);

-- What other features read of these tables.
CREATE VIEW failed_searches_view AS
SELECT day, query, times
FROM failed_searches;
