import type { WeekId } from '@outlast/domain'
import pg from 'pg'

/** What a plain program does at a lock: it fills in the missing picks in one transaction. It has no log, proofs or rankings. */
export class PlainLock {
  readonly #client: pg.Client
  readonly #weekId: WeekId

  /** Copies the entries and picks into tables without anything else. */
  static async open(connectionString: string, weekId: WeekId): Promise<PlainLock> {
    const client = new pg.Client({ connectionString })
    await client.connect()
    await client.query(`
      CREATE TABLE plain_entries AS
        SELECT (data ->> 'entryId')::bigint AS id, data ->> 'name' AS name FROM events WHERE type = 'EntryCreated';
      ALTER TABLE plain_entries ADD PRIMARY KEY (id);
      CREATE TABLE plain_weeks AS SELECT (data ->> 'weekId')::bigint AS id, false AS locked FROM events WHERE type = 'WeekAdded';
      CREATE TABLE plain_picks AS
        SELECT DISTINCT ON (data ->> 'pickId') (data ->> 'entryId')::bigint AS entry_id, (data ->> 'weekId')::bigint AS week_id,
          data ->> 'team' AS team, false AS is_auto
        FROM events WHERE type IN ('PickSubmitted', 'PickAssigned') ORDER BY data ->> 'pickId', position DESC;
      ALTER TABLE plain_picks ADD PRIMARY KEY (entry_id, week_id)`)
    await client.query('VACUUM ANALYZE plain_entries')
    await client.query('VACUUM ANALYZE plain_picks')
    return new PlainLock(client, weekId)
  }

  private constructor(client: pg.Client, weekId: WeekId) {
    this.#client = client
    this.#weekId = weekId
  }

  /** Takes the automatic picks back, locks the week, and returns what it took in milliseconds. */
  async lock(): Promise<{ readonly ms: number; readonly assigned: number; readonly revealMs: number }> {
    await this.#client.query('DELETE FROM plain_picks WHERE is_auto')
    await this.#client.query('VACUUM ANALYZE plain_picks')
    const startedAt = performance.now()
    await this.#client.query('BEGIN')
    await this.#client.query('UPDATE plain_weeks SET locked = true WHERE id = $1', [this.#weekId])
    const { rowCount } = await this.#client.query(ASSIGN, [this.#weekId])
    await this.#client.query('COMMIT')
    const ms = performance.now() - startedAt
    const readingAt = performance.now()
    await this.#client.query(REVEAL, [this.#weekId])
    return { ms, assigned: rowCount ?? 0, revealMs: performance.now() - readingAt }
  }

  async close(): Promise<void> {
    await this.#client.end()
  }
}

/** Each entry without a pick gets the team that most others picked among those that it has not used. */
const ASSIGN = `
  WITH favorites AS MATERIALIZED (
    SELECT team, count(*) AS picks FROM plain_picks WHERE week_id = $1 GROUP BY team ORDER BY picks DESC, team
  )
  INSERT INTO plain_picks
  SELECT e.id, $1, favorite.team, true
  FROM plain_entries AS e CROSS JOIN LATERAL (
    SELECT f.team FROM favorites AS f
    WHERE NOT EXISTS (SELECT FROM plain_picks AS used WHERE used.entry_id = e.id AND used.team = f.team)
    ORDER BY f.picks DESC, f.team LIMIT 1
  ) AS favorite
  WHERE NOT EXISTS (SELECT FROM plain_picks AS p WHERE p.entry_id = e.id AND p.week_id = $1)`

const REVEAL = `
  SELECT e.id, e.name, p.team, p.is_auto FROM plain_entries AS e LEFT JOIN plain_picks AS p ON p.entry_id = e.id AND p.week_id = $1`
