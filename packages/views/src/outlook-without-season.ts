import { mainContest, outlookOf } from '@outlast/domain'
import type { RulesInfo, WeekInfo } from '@outlast/contract/live/wire'
import { type Outlook, weekFacts } from './outlook.ts'

interface Known {
  readonly week: Pick<WeekInfo, 'season_year' | 'week_number' | 'picks' | 'ineligible_teams' | 'is_locked'>
  readonly games: Parameters<typeof weekFacts>[1]
  readonly rules: RulesInfo
}

/** An entry that is alive. */
interface AliveEntry {
  readonly isPaid: boolean
  readonly livesLost: number
  /** Its picks of the week that can stand. */
  readonly picks: readonly { readonly slot?: number | undefined; readonly team: string }[]
  /** The teams of its other weeks that it has used as often as it can, with the week's number, and those of locked weeks. */
  readonly used: { readonly all: ReadonlyMap<string, number>; readonly up: ReadonlyMap<string, number> }
}

/**
 * Says what the rules make of an entry in a week without the view of its season: it is in this week like one that began the season with the lives
 * that it has left. How many automatic picks it had, what it ranks and whether it can buy back in are not known.
 */
export function outlookWithoutSeason(
  { week, games, rules }: Known,
  { isPaid, livesLost, picks, used }: AliveEntry,
  now: number,
): Outlook {
  const facts = weekFacts(week, games, rules)
  const { weekId: id, weekNumber, slots } = facts
  const locks = { lockPosition: null, firstLockPosition: null, playedLockPosition: null }
  const season = {
    contestId: mainContest(week.season_year),
    seasonYear: week.season_year,
    missedPick: rules.missed_pick,
    lives: Math.max(1, rules.lives - livesLost),
    slotLoss: rules.slot_loss,
    lateEntryLosses: false,
    wipeOuts: [],
    tiebreak: ['share'] as const,
    weeks: [{ id, weekNumber, slots, results: new Map(), complete: false, ...locks, agreement: null }],
  }
  const record = {
    joinedPosition: 0,
    teamsOf: () => [],
    hasMissed: () => false,
    waivedLosses: [],
    eliminatedByHandIn: null,
  }
  const outlook = outlookOf<number>(
    {
      ...facts,
      season,
      record,
      isLocked: week.is_locked,
      picks: picks.map(({ slot = 1, team }) => ({ slot, team, voidBy: null })),
      used: used.all,
      usedForGood: used.up,
      isPaid,
      mayMiss: true,
      autoPicks: null,
      ranking: null,
      openWeeks: [],
      buyback: null,
    },
    now,
  )
  return { ...outlook, lives: rules.lives }
}
