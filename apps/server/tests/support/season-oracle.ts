/**
 * A small, independent implementation of docs/rules.md that imports nothing of the product. Everything is
 * computed anew on each call, in the slow and obvious way.
 */

export type Result = 'win' | 'loss' | 'tbd'

export interface OracleGame {
  readonly espnId: string
  readonly home: string
  readonly away: string
  readonly homeScore: number | null
  readonly awayScore: number | null
  readonly status: 'scheduled' | 'in_progress' | 'final'
}

export interface OracleWeek {
  readonly id: number
  readonly number: number
  isLocked: boolean
  /** The entries that existed when the week locked. */
  entrants?: ReadonlySet<number>
  games: readonly OracleGame[]
}

export interface OracleEntry {
  readonly id: number
  /** The index of the entry from 0, which determines its script. */
  readonly index: number
  readonly name: string
  readonly userId: number
  readonly userName: string
  /** The team by week number. */
  readonly picks: Map<number, string>
  /** `week team` of each waived loss, or `week -` for a missed pick. */
  readonly waivedLosses: Set<string>
  /** Weeks whose lock found the entry alive without a pick. */
  readonly missed: Set<number>
  eliminatedByAdmin: number | null
}

export interface Elimination {
  readonly cause: 'loss' | 'missed' | 'hand'
  readonly week: number
  readonly team: string | null
  readonly game: OracleGame | null
}

const MISSED = '-'

export class SeasonOracle {
  readonly weeks: OracleWeek[] = []
  readonly entries: OracleEntry[] = []
  readonly missedPick: 'survives' | 'eliminated'
  current = 0

  constructor(missedPick: 'survives' | 'eliminated') {
    this.missedPick = missedPick
  }

  week(number: number): OracleWeek {
    return this.weeks.find((week) => week.number === number)!
  }

  /** The entries in the order of lists: by name. */
  byName(): OracleEntry[] {
    return [...this.entries].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** Locks a week: its picks become public, and entries without one have missed it (docs/rules.md §2.2, §5.2). */
  lock(number: number): void {
    for (const entry of this.entries) {
      if (this.elimination(entry) === null && !entry.picks.has(number)) entry.missed.add(number)
    }
    const week = this.week(number)
    week.isLocked = true
    week.entrants = new Set(this.entries.map((entry) => entry.id))
  }

  /** Returns the result of a team: only final games of locked weeks count, and a tie is a loss (docs/rules.md §4). */
  result(number: number, team: string): Result {
    const week = this.week(number)
    const game = gameOf(week, team)
    if (!week.isLocked || game?.status !== 'final') return 'tbd'
    const own = game.home === team ? game.homeScore! : game.awayScore!
    const other = game.home === team ? game.awayScore! : game.homeScore!
    return own > other ? 'win' : 'loss'
  }

  /** Whether a week is complete (docs/rules.md §4.6). */
  isComplete(week: OracleWeek): boolean {
    return week.isLocked && week.games.every((game) => game.status === 'final')
  }

  /** Returns the elimination of an entry, or null if it is alive (docs/rules.md §5.1). */
  elimination(entry: OracleEntry): Elimination | null {
    let first: Elimination | null = null
    for (const week of [...this.weeks].sort((a, b) => b.number - a.number)) {
      const team = entry.picks.get(week.number)
      if (entry.waivedLosses.has(`${week.number} ${team ?? MISSED}`)) continue
      if (team !== undefined && this.result(week.number, team) === 'loss') {
        first = { cause: 'loss', week: week.number, team, game: gameOf(week, team) ?? null }
      }
      const missed = team === undefined && entry.missed.has(week.number)
      if (missed && this.missedPick === 'eliminated' && this.isComplete(week)) {
        first = { cause: 'missed', week: week.number, team: null, game: null }
      }
    }
    const { eliminatedByAdmin } = entry
    if (eliminatedByAdmin !== null && (first === null || eliminatedByAdmin < first.week))
      return { cause: 'hand', week: eliminatedByAdmin, team: null, game: null }
    return first
  }

  /** Reinstates an entry and waives its current losses (docs/rules.md §5.4). */
  reinstate(entry: OracleEntry): void {
    entry.eliminatedByAdmin = null
    for (const week of this.weeks) {
      const team = entry.picks.get(week.number)
      if (team !== undefined && this.result(week.number, team) === 'loss') entry.waivedLosses.add(`${week.number} ${team}`)
      const counts = this.missedPick === 'eliminated' && this.isComplete(week)
      if (team === undefined && entry.missed.has(week.number) && counts) entry.waivedLosses.add(`${week.number} ${MISSED}`)
    }
  }

  eliminateByAdmin(entry: OracleEntry): void {
    entry.eliminatedByAdmin = this.current
  }

  /** Returns the champions (docs/rules.md §6). */
  champions(): number[] {
    const lastWeeks = new Map(this.entries.map((entry) => [entry.id, this.elimination(entry)?.week ?? Infinity]))
    for (const week of [...this.weeks].sort((a, b) => a.number - b.number)) {
      if (!this.isComplete(week)) continue
      const entrants = this.entries.filter((entry) => week.entrants?.has(entry.id) === true)
      const alive = entrants.filter((entry) => lastWeeks.get(entry.id)! > week.number)
      if (alive.length > 1 || alive.length === entrants.length) continue
      const longest = Math.max(...entrants.map((entry) => lastWeeks.get(entry.id)!))
      return entrants
        .filter((entry) => lastWeeks.get(entry.id) === longest)
        .map((entry) => entry.id)
        .sort((a, b) => a - b)
    }
    return []
  }

  matrix(year: number) {
    return {
      season_year: year,
      weeks: [...this.weeks]
        .sort((a, b) => a.number - b.number)
        .map(({ id, number, isLocked }) => ({ id, week_number: number, is_locked: isLocked })),
      entries: this.byName().map((entry) => {
        const out = this.elimination(entry)
        const shown = [...entry.picks].filter(([week]) => this.week(week).isLocked)
        return {
          id: entry.id,
          name: entry.name,
          user_name: entry.userName,
          picks: Object.fromEntries(shown.map(([week, team]) => [week, { team_abbr: team, result: this.result(week, team) }])),
          is_eliminated: out !== null,
          eliminated_week: out?.week ?? null,
          lives_left: out === null ? 1 : 0,
          losses: out === null || out.cause === 'hand' ? 0 : 1,
        }
      }),
      champion_entry_ids: this.champions(),
    }
  }

  /** Orders champions first, then alive entries, then later eliminations; then by more wins and fewer losses. Equal entries share a rank. */
  leaderboard() {
    const champions = new Set(this.champions())
    const rows = this.byName().map((entry) => {
      const results = [...entry.picks].map(([week, team]) => this.result(week, team))
      const isChampion = champions.has(entry.id)
      const eliminatedWeek = this.elimination(entry)?.week ?? null
      const wins = results.filter((result) => result === 'win').length
      const losses = results.filter((result) => result === 'loss').length
      // Larger is better, compared element by element.
      const score = isChampion ? [1, 0, 0, 0] : [0, eliminatedWeek ?? 99, wins, -losses]
      return {
        score,
        row: {
          entry_id: entry.id,
          entry: entry.name,
          user_name: entry.userName,
          wins,
          losses,
          lives_left: eliminatedWeek === null ? 1 : 0,
          eliminated_week: eliminatedWeek,
          is_champion: isChampion,
        },
      }
    })
    const isBetter = (a: readonly number[], b: readonly number[]): boolean => {
      const i = a.findIndex((value, at) => value !== b[at])
      return i >= 0 && a[i]! > b[i]!
    }
    return rows
      .map(({ score, row }) => ({ rank: 1 + rows.filter((other) => isBetter(other.score, score)).length, ...row }))
      .sort((a, b) => a.rank - b.rank)
  }

  /** Returns every entry that entered the week alive, by name, with its team (or null) and result. */
  reveal(number: number) {
    return this.byName()
      .filter((entry) => (this.elimination(entry)?.week ?? Infinity) >= number)
      .map((entry) => {
        const team = entry.picks.get(number) ?? null
        return {
          entry_id: entry.id,
          entry_name: entry.name,
          team_abbr: team,
          result: team === null ? null : this.result(number, team),
        }
      })
  }

  /** Returns a member's entries as the dashboard shows them. */
  dashboard(userId: number) {
    return this.byName()
      .filter((entry) => entry.userId === userId)
      .map((entry) => {
        const out = this.elimination(entry)
        const others = [...entry.picks].filter(([week]) => week !== this.current).sort(([a], [b]) => a - b)
        return {
          id: entry.id,
          team: entry.picks.get(this.current) ?? null,
          used: others.map(([week, team]) => `${week} ${team}`),
          is_eliminated: out !== null,
          eliminated_week: out?.week ?? null,
          elimination: out === null ? null : { cause: out.cause, week: out.week, team: out.team, score: scoreOf(out.game) },
        }
      })
  }
}

/** Returns `away 40–40 home`, or null. */
function scoreOf(game: OracleGame | null): string | null {
  return game === null ? null : `${game.away} ${game.awayScore}–${game.homeScore} ${game.home}`
}

function gameOf(week: OracleWeek, team: string): OracleGame | undefined {
  return week.games.find((game) => game.home === team || game.away === team)
}
