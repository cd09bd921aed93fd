import type { Week } from '@outlast/contract'
import type { RulesInfo } from '@outlast/contract/live'
import { mainContest, outlookOf } from '@outlast/domain'
import { type Outlook, usedTeams, weekFacts } from '@outlast/views'
import type { TeamUses } from '@outlast/domain/rules'
import type { BoardEntry, BoardGame, BoardPick } from './board.ts'

/** The teams of an entry's other weeks that it has used as often as it can, with the week's number. */
export interface UsedTeams {
  readonly all: ReadonlyMap<string, number>
  /** Those of locked weeks. */
  readonly up: ReadonlyMap<string, number>
}

/** @param weeks the weeks of the pool */
export function usedTeamsIn(
  week: Parameters<typeof usedTeams>[1],
  picks: Parameters<typeof usedTeams>[0],
  weeks: readonly { readonly id: number; readonly is_locked: boolean }[],
  uses: TeamUses,
): UsedTeams {
  const inLocked = picks.filter(({ week_id }) => weeks.some(({ id, is_locked }) => id === week_id && is_locked))
  return { all: usedTeams(picks, week, uses), up: usedTeams(inLocked, week, uses) }
}

interface Known {
  readonly week: Week | null
  /** The games of the week; null until they are known. */
  readonly games: readonly BoardGame[] | null
  readonly rules: RulesInfo | null
}

export type JudgedEntry = Pick<BoardEntry, 'isPaid' | 'standing'>

/**
 * Says what the rules make of an entry in a week without the live views; null where that is not known. Of the season it knows only how many lives
 * the entry lost: it is in this week like one that began the season with the lives that it has left. How many automatic picks it had is not known.
 */
export function outlookWithoutSeason(
  { week, games, rules }: Known,
  { isPaid, standing }: JudgedEntry,
  used: UsedTeams,
  picks: readonly BoardPick[],
  now: number,
): Outlook | null {
  if (week === null || games === null || rules === null || standing?.status !== 'alive') return null
  const facts = weekFacts(week, games, rules)
  const { weekId: id, weekNumber, slots } = facts
  const locks = { lockPosition: null, firstLockPosition: null, playedLockPosition: null }
  const outlook = outlookOf<number>(
    {
      ...facts,
      season: {
        contestId: mainContest(week.season_year),
        seasonYear: week.season_year,
        missedPick: rules.missed_pick,
        lives: Math.max(1, rules.lives - (standing.losses ?? 0)),
        slotLoss: rules.slot_loss,
        lateEntryLosses: false,
        wipeOuts: [],
        tiebreak: ['share'],
        weeks: [{ id, weekNumber, slots, results: new Map(), complete: false, ...locks, agreement: null }],
      },
      record: {
        joinedPosition: 0,
        teamsOf: () => [],
        hasMissed: () => false,
        waivedLosses: [],
        eliminatedByHandIn: null,
      },
      isLocked: week.is_locked,
      picks: picks.flatMap(({ slot = 1, team, usedIn }) => (usedIn === null ? [{ slot, team, voidBy: null }] : [])),
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
