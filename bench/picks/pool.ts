import { scheduleWeekId } from '@outlast/domain'
import type { GeneratedPool, PoolPlan } from '@outlast/testing'
import { type AliveEntry, BROWSER_HEADERS, requestText, tokenOf } from '@outlast/testing'

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

/**
 * Returns the requests of each client for a server's port. The pool's members are divided among the clients. A client changes the
 * picks of its members' entries in turn, between two teams each, so that every request is accepted and changes something. `run`
 * selects other teams than the run before, which may have ended with either of its two.
 */
export function pickRequests(pool: GeneratedPool, clients: number, run = 0): (port: number) => readonly (readonly string[])[] {
  const week = pool.weeks.at(-1)
  const members = [...Map.groupBy(pool.alive, (entry) => entry.userId)]
  if (week === undefined || members.length < clients)
    throw new Error(`fewer than ${clients} members of the generated pool are alive`)
  const playing = new Set(pool.state.schedule.get(scheduleWeekId(week))?.games.flatMap(({ home, away }) => [home, away]))
  const teamFor = ({ unused }: AliveEntry, n: number): string => {
    const teams = unused.filter((team) => playing.has(team))
    return teams[n % teams.length] ?? ''
  }
  return (port) =>
    Array.from({ length: clients }, (_, client) => {
      const picks = members.flatMap(([user, entries], n) =>
        n % clients === client ? entries.map((entry) => ({ token: tokenOf(user), entry, n })) : [],
      )
      return [0, 1].flatMap((turn) =>
        picks.map(({ token, entry, n }) => pickRequest(port, token, week, entry, teamFor(entry, n + 2 * run + turn))),
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
