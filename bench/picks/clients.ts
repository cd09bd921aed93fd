import type { AliveEntry, MadePool } from '@outlast/testing/generated/pool'
import { requestText } from '@outlast/testing/http/http-load'
import { tokenOf } from '@outlast/testing/members/token'

/**
 * The requests of each client: a member of its own, changing the picks of its entries in turn, between two teams each,
 * so that every request is accepted and changes something. Both servers are sent the same bytes.
 */
export function clientsOf(pool: MadePool, clients: number): (port: number) => readonly (readonly string[])[] {
  const week = pool.weeks.at(-1)
  const byMember = [...Map.groupBy(pool.alive, (entry) => entry.userId)].slice(0, clients)
  if (week === undefined || byMember.length < clients) throw new Error(`the made-up pool has no ${clients} members left`)
  const playing = new Set(pool.pool.weeks.get(week)?.games.flatMap(({ home, away }) => [home, away]))
  const members = byMember.map(([user, entries]) => ({ token: tokenOf(user), entries }))
  return (port) =>
    members.map(({ token, entries }, n) =>
      [0, 1].flatMap((turn) => entries.map((entry) => pickRequest(port, token, week, entry, teamOf(entry, n + turn)))),
    )

  function teamOf({ unused }: AliveEntry, n: number): string {
    const free = unused.filter((team) => playing.has(team))
    return free[n % free.length] ?? ''
  }
}

/** As a browser's `fetch` sends it. */
function pickRequest(port: number, token: string, week: number, { id }: AliveEntry, team: string): string {
  const headers = {
    'User-Agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    Accept: 'application/json',
    'Accept-Language': 'en-US,en;q=0.9',
    'Accept-Encoding': 'gzip, deflate, br',
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    Origin: `http://127.0.0.1:${port}`,
    Referer: `http://127.0.0.1:${port}/`,
  }
  return requestText(port, 'POST', '/api/picks', headers, JSON.stringify({ entry_id: id, week_id: week, team_abbr: team }))
}
