import { scheduleWeekId } from '@outlast/domain'
import type { GeneratedPool, PoolPlan } from '@outlast/testing'
import { type AliveEntry, BROWSER_HEADERS, requestText, tokenOf, withClient } from '@outlast/testing'

/** A pool in its fifth week, with a log of some size, and with so many entries that their budgets of pick changes last for a measurement. */
export const PICKS_POOL: PoolPlan = {
  entries: 12_000,
  entriesPerMember: 2,
  playedWeeks: 4,
  current: 'open',
  events: 60_000,
  goodPicks: 0.98,
}

/** Counts the picks in Outlast's log, changes included. */
export const COUNT_PICKS = "SELECT count(*) AS n FROM events WHERE type = 'PickSubmitted'"

/** Selects the team of each entry's last pick in a week, `$1`, from Outlast's log. */
const CURRENT_TEAMS = `
  SELECT DISTINCT ON (data ->> 'entryId') data ->> 'entryId' AS entry_id, data ->> 'team' AS team
  FROM events WHERE type = 'PickSubmitted' AND data ->> 'weekId' = $1::text ORDER BY data ->> 'entryId', position DESC`

/** Reads the teams that entries have picked in the open week, with a query like {@link CURRENT_TEAMS}. */
export function readTeams(
  connectionString: string,
  pool: GeneratedPool,
  query = CURRENT_TEAMS,
): Promise<ReadonlyMap<number, string>> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ entry_id: string; team: string }>(query, [pool.weeks.at(-1)])
    return new Map(rows.map((row) => [Number(row.entry_id), row.team]))
  })
}

/**
 * Returns the requests of each client for a server's port. The pool's members are divided among the clients. A client changes the
 * picks of its members' entries in turn, between two teams each, so that every request is accepted and changes something.
 * @param current the teams that the entries have picked, which are not the first that they change to
 */
export function pickRequests(
  pool: GeneratedPool,
  clients: number,
  current: ReadonlyMap<number, string>,
): (port: number) => readonly (readonly string[])[] {
  const week = pool.weeks.at(-1)
  const members = [...Map.groupBy(pool.alive, (entry) => entry.userId)]
  if (week === undefined || members.length < clients)
    throw new Error(`fewer than ${clients} members of the generated pool are alive`)
  const playing = new Set(pool.state.schedule.get(scheduleWeekId(week))?.games.flatMap(({ home, away }) => [home, away]))
  const teamFor = ({ id, unused }: AliveEntry, n: number): string => {
    const teams = unused.filter((team) => playing.has(team) && team !== current.get(id))
    return teams[n % teams.length] ?? ''
  }
  return (port) =>
    Array.from({ length: clients }, (_, client) => {
      const picks = members.flatMap(([user, entries], n) =>
        n % clients === client ? entries.map((entry) => ({ token: tokenOf(user), entry, n })) : [],
      )
      return [0, 1].flatMap((turn) =>
        picks.map(({ token, entry, n }) => pickRequest(port, token, week, entry, teamFor(entry, n + turn))),
      )
    })
}

/** Returns a pick as a browser's `fetch` sends it. */
function pickRequest(port: number, token: string, week: number, { id }: AliveEntry, team: string): string {
  const headers = {
    ...BROWSER_HEADERS,
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    Origin: `http://127.0.0.1:${port}`,
    Referer: `http://127.0.0.1:${port}/`,
  }
  return requestText(port, 'POST', '/api/picks', headers, JSON.stringify({ entry_id: id, week_id: week, team_abbr: team }))
}
