CREATE TABLE company_details (
    one BOOLEAN DEFAULT true NOT NULL,
    name TEXT NOT NULL,
    tagline TEXT DEFAULT '' NOT NULL,
    email TEXT DEFAULT '' NOT NULL,
    phone TEXT DEFAULT '' NOT NULL,
    address JSONB,
    primary_colour TEXT,
    logo TEXT,
    logo_dark TEXT,
    favicon TEXT,
    social_links JSONB DEFAULT '[]' NOT NULL,
    updated_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_company_details PRIMARY KEY (one),
    CONSTRAINT ck_company_details_one CHECK (one)
);

CREATE TABLE milestones (
    name TEXT NOT NULL,
    happened_at TIMESTAMP WITH TIME ZONE NOT NULL,
    facts JSONB DEFAULT '{}' NOT NULL,
    CONSTRAINT pk_milestones PRIMARY KEY (name)
);

CREATE TABLE shop_settings (
    name TEXT NOT NULL,
    value JSONB NOT NULL,
    changed_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT pk_shop_settings PRIMARY KEY (name)
);

CREATE TABLE slug_redirects (
    kind TEXT NOT NULL,
    slug TEXT NOT NULL,
    target_id BIGINT,
    changed_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_slug_redirects PRIMARY KEY (kind, slug)
);

CREATE TRIGGER notify_catalogue AFTER INSERT OR UPDATE OR DELETE ON company_details
    FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue('names');

-- Records the address that a page had before its slug changed, so that it can redirect. A deleted page
-- takes its earlier addresses along: they answer 410. Pages that exist are looked up before redirects.
CREATE FUNCTION record_slug_redirect() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND old.slug = new.slug THEN
        RETURN NULL;
    END IF;
    INSERT INTO slug_redirects (kind, slug, target_id, changed_at)
    VALUES (TG_ARGV[0], old.slug, CASE WHEN TG_OP = 'UPDATE' THEN new.id END, now())
    ON CONFLICT (kind, slug) DO UPDATE
        SET target_id = excluded.target_id, changed_at = excluded.changed_at;
    IF TG_OP = 'DELETE' THEN
        UPDATE slug_redirects SET target_id = NULL, changed_at = now()
        WHERE kind = TG_ARGV[0] AND target_id = old.id;
    END IF;
    RETURN NULL;
END $$;
