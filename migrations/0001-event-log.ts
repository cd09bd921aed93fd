import { type Kysely, sql } from 'kysely'

/** The event log with its head, receipts and state snapshots (docs/architecture.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE events (
      position       bigint PRIMARY KEY CHECK (position > 0),
      stream         text NOT NULL,
      version        integer NOT NULL CHECK (version > 0),
      event_id       uuid NOT NULL,
      type           text NOT NULL,
      schema_version integer NOT NULL,
      data           jsonb NOT NULL,
      metadata       jsonb NOT NULL,
      recorded_at    timestamptz NOT NULL,
      site_time      timestamptz NOT NULL,
      data_hash      bytea NOT NULL,
      hash           bytea NOT NULL,
      UNIQUE (stream, version)
    )`.execute(db)
  await sql`CREATE INDEX events_by_actor ON events ((metadata ->> 'actor'), position)
    WHERE metadata ->> 'actor' IS NOT NULL`.execute(db)
  await sql`CREATE INDEX events_of_picks_by_week ON events ((data ->> 'weekId'), position)
    WHERE type IN ('PickSubmitted', 'PickOverridden', 'PickCleared')`.execute(db)
  await sql`
    CREATE TABLE log_head (
      only_row    boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      position    bigint NOT NULL,
      hash        bytea NOT NULL,
      recorded_at timestamptz NOT NULL
    )`.execute(db)
  await sql`INSERT INTO log_head (position, hash, recorded_at) VALUES (0, decode(repeat('00', 32), 'hex'), '1970-01-01T00:00:00Z')`.execute(
    db,
  )
  await guardTheLog(db)
  await sql`
    CREATE TABLE command_receipts (
      key_hash     bytea PRIMARY KEY,
      request_hash bytea NOT NULL,
      outcome      jsonb NOT NULL,
      created_at   timestamptz NOT NULL DEFAULT clock_timestamp()
    )`.execute(db)
  await sql`CREATE INDEX command_receipts_by_age ON command_receipts (created_at)`.execute(db)
  await sql`
    CREATE TABLE state_snapshots (
      position   bigint PRIMARY KEY,
      format     integer NOT NULL,
      state      bytea NOT NULL,
      created_at timestamptz NOT NULL DEFAULT clock_timestamp()
    )`.execute(db)
}

/** Makes the log append-only, except for the function that redacts names. */
async function guardTheLog(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION refuse_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND current_setting('outlast.redacting', true) = 'on'
         AND NEW.data = OLD.data || '{"name": null}'::jsonb
         AND (to_jsonb(NEW) - 'data') = (to_jsonb(OLD) - 'data') THEN
        RETURN NEW;
      END IF;
      RAISE EXCEPTION 'the event log is append-only';
    END $$`.execute(db)
  await sql`CREATE TRIGGER events_are_final BEFORE UPDATE OR DELETE ON events
    FOR EACH ROW EXECUTE FUNCTION refuse_log_change()`.execute(db)
  await sql`CREATE TRIGGER events_are_kept BEFORE TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_log_change()`.execute(db)
  await sql`
    CREATE FUNCTION redact_events(positions bigint[]) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM set_config('outlast.redacting', 'on', true);
      UPDATE events SET data = data || '{"name": null}'::jsonb WHERE position = ANY (positions) AND data ? 'name';
      PERFORM set_config('outlast.redacting', 'off', true);
    END $$`.execute(db)
}
