import type { GeneratedPool, PoolPlan } from '@outlast/testing'
import { type AliveEntry, BROWSER_HEADERS, requestText, tokenOf } from '@outlast/testing'

/** A pool in its fifth week, with a log of some size. */
export const PICKS_POOL: PoolPlan = {
  entries: 3_000,
  entriesPerMember: 2,
  playedWeeks: 4,
  openWeek: true,
  events: 60_000,
  goodPicks: 0.98,
}

/** Counts the picks in Outlast's log, changes included. */
export const COUNT_PICKS = "SELECT count(*) AS n FROM events WHERE type = 'PickSubmitted'"

/**
 * Returns the requests of each client for a server's port. Every client is a different member, who changes the picks of its
 * entries in turn, between two teams each, so that every request is accepted and changes something. `run` selects other teams than
 * the run before, which may have ended with either of its two.
 */
export function pickRequests(pool: GeneratedPool, clients: number, run = 0): (port: number) => readonly (readonly string[])[] {
  const week = pool.weeks.at(-1)
  const byMember = [...Map.groupBy(pool.alive, (entry) => entry.userId)].slice(0, clients)
  if (week === undefined || byMember.length < clients)
    throw new Error(`fewer than ${clients} members of the generated pool are alive`)
  const playing = new Set(pool.state.weeks.get(week)?.games.flatMap(({ home, away }) => [home, away]))
  const members = byMember.map(([user, entries]) => ({ token: tokenOf(user), entries }))
  const teamFor = ({ unused }: AliveEntry, n: number): string => {
    const teams = unused.filter((team) => playing.has(team))
    return teams[n % teams.length] ?? ''
  }
  return (port) =>
    members.map(({ token, entries }, n) =>
      [0, 1].flatMap((turn) => entries.map((entry) => pickRequest(port, token, week, entry, teamFor(entry, n + 2 * run + turn)))),
    )
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
