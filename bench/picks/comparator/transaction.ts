import type pg from 'pg'

/** A pick in the fields of the API. */
export interface PickRow {
  readonly id: string
  readonly entry_id: string
  readonly week_id: string
  readonly team_abbr: string
  readonly version: number
  readonly created_at: Date
  readonly updated_at: Date
}

/** A rejected request, with its status, code and message. */
export class Rejection extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export interface PickRequest {
  readonly userId: number
  readonly tokenVersion: number
  readonly entryId: number
  readonly weekId: number
  readonly team: string
  readonly ifVersion: number | undefined
}

interface Subject {
  readonly token_version: number
  readonly owner: string | null
  readonly by_hand: boolean
  readonly season_year: number | null
  readonly is_open: boolean
  readonly ineligible_teams: readonly string[]
}

/** Reads the user, the entry and the week, by the database's clock. Locks the entry's row, so that its picks are serialized. */
const SUBJECT = {
  name: 'subject',
  text: `
    SELECT u.token_version, e.user_id AS owner, e.is_eliminated_by_hand AS by_hand, w.season_year,
      clock_timestamp() < w.lock_time AS is_open, w.ineligible_teams
    FROM entries AS e JOIN users AS u ON u.id = e.user_id LEFT JOIN weeks AS w ON w.id = $2
    WHERE e.id = $1
    FOR UPDATE OF e`,
}

interface Checks {
  readonly used: boolean
  readonly plays: boolean
  readonly lost: boolean
  readonly version: number | null
}

/** Reads whether the team was used, whether it plays, and whether a pick of this entry has lost (a tie is a loss). */
const CHECKS = {
  name: 'checks',
  text: `
    SELECT
      EXISTS (
        SELECT FROM picks AS p JOIN weeks AS w ON w.id = p.week_id
        WHERE p.entry_id = $1 AND p.team_abbr = $3 AND p.week_id <> $2 AND w.season_year = $4) AS used,
      NOT EXISTS (SELECT FROM games WHERE week_id = $2)
        OR EXISTS (SELECT FROM games WHERE week_id = $2 AND (home_team = $3 OR away_team = $3)) AS plays,
      EXISTS (
        SELECT FROM picks AS p
        JOIN weeks AS w ON w.id = p.week_id
        JOIN games AS g ON g.week_id = p.week_id AND (g.home_team = p.team_abbr OR g.away_team = p.team_abbr)
        WHERE p.entry_id = $1 AND w.season_year = $4 AND w.lock_time <= clock_timestamp() AND g.status = 'final'
          AND CASE WHEN g.home_team = p.team_abbr THEN g.home_score <= g.away_score ELSE g.away_score <= g.home_score END
      ) AS lost,
      (SELECT version FROM picks WHERE entry_id = $1 AND week_id = $2) AS version`,
}

const UPSERT = {
  name: 'upsert',
  text: `
    INSERT INTO picks (entry_id, week_id, team_abbr) VALUES ($1, $2, $3)
    ON CONFLICT (entry_id, week_id) DO UPDATE
      SET team_abbr = excluded.team_abbr, version = picks.version + 1, updated_at = clock_timestamp()
    RETURNING id, entry_id, week_id, team_abbr, version, created_at, updated_at`,
}

/** Records a pick in one transaction, after all checks of the rules. Throws {@link Rejection}. */
export async function recordPick(pool: pg.Pool, request: PickRequest): Promise<PickRow> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const row = await checkedPick(client, request)
    await client.query('COMMIT')
    client.release()
    return row
  } catch (error) {
    await client.query('ROLLBACK').then(
      () => client.release(),
      () => client.release(true),
    )
    throw error
  }
}

async function checkedPick(client: pg.PoolClient, request: PickRequest): Promise<PickRow> {
  const { entryId, weekId, team } = request
  const subject = (await client.query<Subject>({ ...SUBJECT, values: [entryId, weekId] })).rows[0]
  checkSubject(subject, request)
  const checks = (await client.query<Checks>({ ...CHECKS, values: [entryId, weekId, team, subject.season_year] })).rows[0]
  checkRules(subject, checks, request)
  const { rows } = await client.query<PickRow>({ ...UPSERT, values: [entryId, weekId, team] })
  if (rows[0] === undefined) throw new Error('the pick was not written')
  return rows[0]
}

function checkSubject(subject: Subject | undefined, request: PickRequest): asserts subject is Subject {
  // Another member's entry is reported as missing. The token version belongs to the owner and is compared afterwards.
  if (subject === undefined || Number(subject.owner) !== request.userId)
    throw new Rejection(404, 'entry_not_found', 'Entry not found')
  if (subject.token_version !== request.tokenVersion) throw new Rejection(401, 'token_revoked', 'Please sign in again')
  if (subject.season_year === null) throw new Rejection(404, 'week_not_found', 'Week not found')
  if (!subject.is_open) throw new Rejection(403, 'week_locked', 'The week is locked')
}

function checkRules(subject: Subject, checks: Checks | undefined, { team, ifVersion }: PickRequest): void {
  if (checks === undefined || subject.by_hand || checks.lost)
    throw new Rejection(403, 'entry_eliminated', 'This entry is eliminated')
  if (checks.used) throw new Rejection(409, 'team_used', `${team} has already been used`)
  if (!checks.plays) throw new Rejection(409, 'team_on_bye', `${team} does not play this week`)
  if (subject.ineligible_teams.includes(team)) throw new Rejection(409, 'team_ineligible', 'Team is ineligible for this week')
  if (ifVersion !== undefined && checks.version !== ifVersion)
    throw new Rejection(409, 'version_conflict', 'The pick has changed in the meantime')
}
