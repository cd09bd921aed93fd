import type { Scene } from './scene.ts'

let turn = 0

/** One game's score changes: the feed tells it, and the server is made to ask. Another game and another score each time. */
export async function tellScore({ week, seasonYear, tellFeed, call }: Scene): Promise<void> {
  turn += 1
  const game = week.games[turn % week.games.length]
  if (game === undefined) throw new Error('the week has no games')
  const detail = `${turn % 15}:${String(turn % 60).padStart(2, '0')} - 2nd`
  tellFeed({ ...game, status: 'in_progress', homeScore: turn % 60, awayScore: turn % 50, detail })
  await call('POST', '/api/admin/sync-games/espn', { season_year: seasonYear, week_number: week.number })
}
