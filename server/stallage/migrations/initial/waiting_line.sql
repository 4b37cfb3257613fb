-- Unlogged: giving a number waits for no disk, and a crash loses the lines, never an order.
CREATE UNLOGGED TABLE waiting_lines (
    line BIGINT NOT NULL,
    epoch BIGINT NOT NULL,
    issued BIGINT NOT NULL,
    admitted BIGINT NOT NULL,
    served BIGINT NOT NULL,
    opened_at TIMESTAMP WITH TIME ZONE NOT NULL,
    active_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_waiting_lines PRIMARY KEY (line)
);

CREATE UNLOGGED TABLE waiting_tickets (
    line BIGINT NOT NULL,
    owner TEXT NOT NULL,
    number BIGINT NOT NULL,
    joined_at TIMESTAMP WITH TIME ZONE NOT NULL,
    claim TEXT,
    has_left BOOLEAN NOT NULL,
    CONSTRAINT pk_waiting_tickets PRIMARY KEY (line, owner)
);

CREATE UNIQUE INDEX uq_waiting_tickets_line_number ON waiting_tickets (line, number);

CREATE INDEX ix_waiting_tickets_left ON waiting_tickets (line, number) WHERE has_left;

CREATE UNLOGGED TABLE waiting_steps (
    line BIGINT NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    admitted BIGINT NOT NULL,
    served BIGINT NOT NULL,
    CONSTRAINT pk_waiting_steps PRIMARY KEY (line, at)
);

-- Gives the next numbers to those who have none, in this order, and opens the line for the first one. A number
-- whose turn has passed, that was used, or whose owner left is replaced by one at the end. The line's row is
-- locked for this call only, and several shoppers of a process come in one call.
CREATE FUNCTION join_waiting_line(wanted bigint, owners text[], turn interval)
RETURNS TABLE (owner text, number bigint, joined_at timestamptz, epoch bigint)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    opened waiting_lines;
    passed bigint;
    given bigint;
BEGIN
    INSERT INTO waiting_lines AS l (line, epoch, issued, admitted, served, opened_at, active_at)
    VALUES (wanted, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, 0, 0, 0,
        clock_timestamp(), clock_timestamp())
    ON CONFLICT (line) DO UPDATE SET active_at = clock_timestamp()
    RETURNING l.* INTO opened;
    passed := coalesce((
        SELECT s.admitted FROM waiting_steps s
        WHERE s.line = wanted AND s.at < clock_timestamp() - turn ORDER BY s.at DESC LIMIT 1), 0);
    INSERT INTO waiting_tickets AS t (line, owner, number, joined_at, claim, has_left)
    SELECT wanted, a.owner, opened.issued + row_number() OVER (ORDER BY a.place), clock_timestamp(),
        NULL, false
    FROM unnest(owners) WITH ORDINALITY AS a (owner, place)
    WHERE NOT EXISTS (
        SELECT FROM waiting_tickets h
        WHERE h.line = wanted AND h.owner = a.owner AND h.number > passed AND h.claim IS NULL
            AND NOT h.has_left)
    ON CONFLICT (line, owner) DO UPDATE SET number = excluded.number,
        joined_at = excluded.joined_at, claim = NULL, has_left = false;
    GET DIAGNOSTICS given = ROW_COUNT;
    UPDATE waiting_lines l SET issued = opened.issued + given WHERE l.line = wanted;
    RETURN QUERY SELECT t.owner, t.number, t.joined_at, opened.epoch FROM waiting_tickets t
    WHERE t.line = wanted AND t.owner = ANY (owners);
END $$;

-- Gives the next shoppers who have not left their turn, up to `wanted_turns` of them.
CREATE FUNCTION advance_waiting_line(wanted bigint, wanted_turns bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    open_line waiting_lines;
    reached bigint;
    turns bigint;
BEGIN
    SELECT l.* INTO open_line FROM waiting_lines l WHERE l.line = wanted AND l.issued > l.admitted
    FOR UPDATE;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    SELECT max(n.number), count(*) INTO reached, turns FROM (
        SELECT t.number FROM waiting_tickets t
        WHERE t.line = wanted AND t.number > open_line.admitted AND NOT t.has_left
        ORDER BY t.number LIMIT wanted_turns
    ) n;
    IF turns < wanted_turns THEN
        reached := open_line.issued;
    END IF;
    UPDATE waiting_lines l
    SET admitted = reached, served = l.served + turns, active_at = clock_timestamp()
    WHERE l.line = wanted;
    INSERT INTO waiting_steps AS s (line, at, admitted, served)
    VALUES (wanted, date_trunc('second', clock_timestamp()), reached, open_line.served + turns)
    ON CONFLICT (line, at) DO UPDATE SET admitted = excluded.admitted, served = excluded.served;
END $$;
