/** What of a game its line needs. */
export interface GameLike {
  readonly away_team_abbr: string
  readonly home_team_abbr: string
  readonly away_score: number | null
  readonly home_score: number | null
  readonly status: 'scheduled' | 'in_progress' | 'final' | 'cancelled' | 'postponed'
  readonly detail: string | null
}

/** "DAL 40–40 GB", away first; "DAL at GB" before there are scores. */
export function gameLineText(game: GameLike): string {
  const { away_team_abbr: away, home_team_abbr: home, away_score: awayScore, home_score: homeScore } = game
  return awayScore === null || homeScore === null ? `${away} at ${home}` : `${away} ${awayScore}–${homeScore} ${home}`
}

/** Where a game stands, in the feed's words while it is played. */
export function gameStatusText(game: Pick<GameLike, 'status' | 'detail'>): string {
  switch (game.status) {
    case 'scheduled':
      return 'Scheduled'
    case 'in_progress':
      return game.detail ?? 'In progress'
    case 'final':
      return 'Final'
    case 'cancelled':
      return 'Cancelled'
    case 'postponed':
      return 'Postponed'
    default:
      return game.status satisfies never
  }
}
