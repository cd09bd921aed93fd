import { isInWeek, siteTimeOf, isClosed, slateLock } from './calendar.ts'
import type { CommandData, PoolRules } from '../../../src/index.ts'
import {
  currentSeason,
  type Facts,
  type Game,
  isLocked,
  leagueWeek,
  type Lock,
  patchWeek,
  type Progress,
  rulesOf,
  slatesOf,
  type Week,
  weekOf,
} from './facts.ts'
import {
  gamesOf,
  hasGameBegun,
  isComplete,
  isOver,
  listedGames,
  patchGame,
  progressOf,
  normalizeTeam,
  takeReport,
  TEAMS,
} from './games.ts'
import { endBooks, removeWeeks } from './entries.ts'
import { judgeLockedPicks, lockWeek, reopenWeeks, withPicksTaken } from './locks.ts'
import { type CommandRules, type Context, remember } from './rule.ts'
import { standingOf } from './standing.ts'

/** docs/rules.md §2, §4, §7, §9. */
export const WEEK_RULES: CommandRules<
  | 'AddWeek'
  | 'DeleteWeek'
  | 'PurgeWeeks'
  | 'SetCurrentWeek'
  | 'SetLockTime'
  | 'SetIneligibleTeams'
  | 'SetPicksOfWeek'
  | 'SyncGames'
  | 'FinalizeScores'
  | 'SetGame'
  | 'ReturnGame'
  | 'CloseWeek'
  | 'RandomizeScores'
  | 'SetSiteTime'
  | 'ClearSiteTime'
  | 'ChangeRules'
  | 'LockDueWeeks'
  | 'ChangeWeekSummary'
> = {
  AddWeek: {
    by: 'admin',
    refusals: (facts, { seasonYear, weekNumber, slates = [] }, { now }) => {
      const known = facts.weeks.find((week) => week.season === seasonYear && leagueWeek(week) === weekNumber)
      const isWhole = known !== undefined && Number.isInteger(known.number) && slates.length > 0
      return [
        ...(known === undefined || isWhole ? [] : ['week_exists']),
        ...(known !== undefined && isWhole && hasBegun(facts, known, now) ? ['week_begun'] : []),
        ...(slates.every((start) => isInWeek(seasonYear, weekNumber, Date.parse(start))) ? [] : ['slate_outside_week']),
      ]
    },
    apply: (facts, { seasonYear: season, weekNumber, lockTime, slates = [] }, context) => {
      const starts = [...new Set(slates.map(Date.parse))].toSorted((a, b) => a - b)
      const known = facts.weeks.find((week) => week.season === season && week.number === weekNumber)
      if (known !== undefined) return split(facts, known, starts, context)
      const fresh = { ineligible: [], picks: null, isUnmasked: false, isMarked: false, locks: [] as readonly Lock[], first: null }
      const id = facts.lastIds.week + 1
      facts.money = facts.money.map((fact) => (fact.season === null ? { ...fact, season } : fact))
      for (const [index, startsAt] of [null, ...starts].entries()) {
        facts.lastIds.week += 1
        const number = starts.length === 0 ? weekNumber : Number(`${weekNumber}.${index + 1}`)
        const week = { id: facts.lastIds.week, season, number, startsAt, lockTime: NaN, isAutomatic: true, ...fresh }
        facts.weeks = [...facts.weeks, week]
      }
      for (const week of facts.weeks.filter((other) => other.id >= id)) {
        patchWeek(facts, week.id, () => ({ lockTime: slateLock(facts, week, [], rulesOf(facts, season).lock) }))
      }
      const automatic = weekOf(facts, id)?.lockTime ?? NaN
      const chosen = lockTime === undefined ? automatic : Date.parse(lockTime)
      const isAutomatic = chosen === automatic
      patchWeek(facts, id, () => ({ lockTime: chosen, isAutomatic }))
      facts.current ??= id
      if (!isAutomatic) {
        const before = { lockTime: automatic, isAutomatic: true }
        remember(facts, context, { kind: 'lock', week: id, lockTime: chosen, before })
      }
      return { weekId: id }
    },
  },
  DeleteWeek: {
    by: 'admin',
    refusals: (facts, { weekId }) =>
      weekOf(facts, weekId) === undefined ? ['week_not_found'] : facts.current === weekId ? ['cannot_delete_current_week'] : [],
    apply: (facts, { weekId }) => removeWeeks(facts, (id) => id === weekId),
  },
  PurgeWeeks: {
    by: 'admin',
    apply: (facts) => {
      facts.current = null
      facts.fixedRules = []
      removeWeeks(facts, () => true)
      return endBooks(facts)
    },
  },
  SetCurrentWeek: {
    by: 'admin',
    refusals: (facts, { weekId }) => absent(facts, weekId),
    apply: (facts, { weekId }, context) => {
      const { current } = facts
      if (current !== null && current !== weekId)
        remember(facts, context, { kind: 'current week', week: weekId, before: current })
      facts.current = weekId
      return undefined
    },
  },
  SetLockTime: {
    by: 'admin',
    refusals: (facts, { weekId }) => absent(facts, weekId),
    apply: (facts, { weekId, lockTime: to }, context) => {
      const week = weekOf(facts, weekId)
      if (week === undefined) return undefined
      const isAutomatic = to === 'auto'
      const lockTime = to === 'auto' ? lockByRule(facts, week) : Date.parse(to)
      if (lockTime === week.lockTime && isAutomatic === week.isAutomatic) return undefined
      // The schedule moves an automatic lock and would move it again, so that undoing would be in vain.
      if (!isAutomatic || !week.isAutomatic) {
        const before = { lockTime: week.lockTime, isAutomatic: week.isAutomatic }
        remember(facts, context, { kind: 'lock', week: weekId, lockTime, before })
      }
      patchWeek(facts, weekId, () => ({ lockTime, isAutomatic }))
      reopenWeeks(facts, [weekId], siteTimeOf(facts, context.now), context.now)
      return undefined
    },
  },
  SetIneligibleTeams: {
    by: 'admin',
    refusals: (facts, { weekId, teams }) => [
      ...absent(facts, weekId),
      ...(teams.every((team) => TEAMS.includes(normalizeTeam(team))) ? [] : ['unknown_team']),
    ],
    apply: (facts, { weekId, teams }) => {
      patchWeek(facts, weekId, () => ({ ineligible: [...new Set(teams.map(normalizeTeam))].toSorted() }))
      return undefined
    },
  },
  SetPicksOfWeek: {
    by: 'admin',
    refusals: (facts, { weekId }, { now }) => {
      const week = weekOf(facts, weekId)
      if (week === undefined) return ['week_not_found']
      return [
        ...(isClosed(facts, week, now) ? ['week_locked'] : []),
        ...(facts.picks.some((pick) => pick.week === weekId) ? ['week_has_picks'] : []),
      ]
    },
    apply: (facts, { weekId, picks }) => {
      patchWeek(facts, weekId, () => ({ picks }))
      return undefined
    },
  },
  SyncGames: {
    by: 'scorekeeper',
    refusals: (facts, { weekId }) => absent(facts, weekId),
    apply: (facts, { weekId, games, missing = [] }) => {
      const week = weekOf(facts, weekId)
      const changed = week === undefined ? [] : takeReport(facts, week, games, missing)
      for (const id of changed) patchWeek(facts, id, (other) => followedLock(facts, other))
      judgeLockedPicks(facts, changed)
      return undefined
    },
  },
  FinalizeScores: {
    by: 'scorekeeper',
    refusals: (facts, { weekId }) => absent(facts, weekId),
    apply: (facts, { weekId }, context) => {
      const week = weekOf(facts, weekId)
      if (week === undefined) return undefined
      const wasAlive = facts.entries.filter((entry) => standingOf(facts, entry, week.season).status === 'alive')
      const locks = isLocked(week) ? [] : [lockNow(facts, week, context)]
      const before = listedGames(facts, weekId).filter((game) => !game.isFinalByAdmin)
      if (before.length > 0) {
        remember(facts, context, { kind: 'finals', week: weekId, before })
      }
      facts.games = facts.games.map((game) =>
        game.week === weekId && !game.isMoved ? { ...game, status: 'final', isFinalByAdmin: true, closedAs: null } : game,
      )
      const eliminated = wasAlive.filter((entry) => standingOf(facts, entry, week.season).status === 'out').map(({ id }) => id)
      return { eliminated, locks }
    },
  },
  SetGame: {
    by: 'scorekeeper',
    refusals: (facts, data) => {
      const game = gameById(facts, data.gameId)
      if (data.reason === '') return ['reason_required']
      if (game === undefined) return ['game_not_found']
      return setByHand(game, data) === undefined ? ['score_required'] : []
    },
    apply: (facts, data, context) => {
      const game = gameById(facts, data.gameId)
      const after = game === undefined ? undefined : setByHand(game, data)
      if (game === undefined || after === undefined) return undefined
      const { status, homeScore, awayScore, closedAs, isMoved } = game
      const isSameScore = homeScore === after.homeScore && awayScore === after.awayScore
      const isSame = status === after.status && isSameScore && isMoved === after.isMoved && closedAs === null
      if (isSame && game.byHand !== null) return undefined
      remember(facts, context, { kind: 'game', week: game.week, before: game, set: after })
      patchGame(facts, game.id, { ...after, byHand: game.byHand ?? progressOf(game) })
      return undefined
    },
  },
  ReturnGame: {
    by: 'scorekeeper',
    refusals: (facts, { gameId }) => (gameById(facts, gameId) === undefined ? ['game_not_found'] : []),
    apply: (facts, { gameId }) => {
      patchGame(facts, gameId, { ...gameById(facts, gameId)?.byHand, byHand: null })
      return undefined
    },
  },
  CloseWeek: {
    by: 'admin',
    refusals: (facts, { weekId, reason }) => {
      const week = weekOf(facts, weekId)
      if (reason === '') return ['reason_required']
      if (week === undefined) return ['week_not_found']
      if (!isLocked(week)) return ['close_open_week']
      const open = listedGames(facts, weekId).filter((game) => !isOver(game))
      if (open.length === 0) return ['nothing_to_close']
      return open.every(({ status }) => status === 'cancelled' || status === 'postponed') ? [] : ['games_not_over']
    },
    apply: (facts, { weekId }, context) => {
      const season = weekOf(facts, weekId)?.season
      const before = listedGames(facts, weekId).filter((game) => !isOver(game))
      remember(facts, context, { kind: 'close', week: weekId, before })
      for (const { id } of before) patchGame(facts, id, { closedAs: rulesOf(facts, season).cancelledGame })
      return undefined
    },
  },
  RandomizeScores: {
    by: 'admin',
    refusals: (facts, { weekId }) => absent(facts, weekId),
    apply: (facts, { weekId }, { drawn }) => {
      const games = listedGames(facts, weekId).filter(({ byHand }) => byHand === null)
      if (drawn.scores.length !== games.length) throw new Error(`${drawn.scores.length} scores for ${games.length} games`)
      facts.games = facts.games.map((game) => {
        if (game.week !== weekId || game.isMoved || game.byHand !== null) return game
        const score = drawn.scores.find(({ espnId }) => espnId === game.espnId)
        if (score === undefined) throw new Error(`no score for ${game.espnId}`)
        return { ...game, ...score, status: 'in_progress', isFinalByAdmin: false, closedAs: null }
      })
      return undefined
    },
  },
  SetSiteTime: {
    by: 'admin',
    apply: (facts, { siteTime, running }, { now }) => {
      const to = Date.parse(siteTime)
      facts.clock = running ? { mode: 'running', siteTime: to, since: now } : { mode: 'frozen', siteTime: to }
      reopenWeeks(facts, idsOfWeeks(facts), to, now)
      return undefined
    },
  },
  ClearSiteTime: {
    by: 'admin',
    apply: (facts, _data, { now }) => {
      facts.clock = { mode: 'real' }
      reopenWeeks(facts, idsOfWeeks(facts), now, now)
      return undefined
    },
  },
  ChangeRules: {
    by: 'admin',
    refusals: (facts, { rules }) => {
      if (facts.fixedRules.some(({ season }) => season === currentSeason(facts))) return ['rules_locked']
      return doNotFit({ ...facts.rules, ...rules }, rules) ? ['rules_conflict'] : []
    },
    apply: (facts, { rules }) => {
      withPicksTaken(facts, () => {
        facts.rules = { ...facts.rules, ...rules }
      })
      const free = facts.weeks.filter(({ season }) => facts.fixedRules.every((fixed) => fixed.season !== season))
      for (const { id } of free) patchWeek(facts, id, (week) => followedLock(facts, week))
      return undefined
    },
  },
  LockDueWeeks: { by: 'anyone', apply: () => undefined },
  ChangeWeekSummary: {
    by: 'helper',
    refusals: (facts, { weekId }) => {
      const week = weekOf(facts, weekId)
      if (week === undefined) return ['week_not_found']
      return isComplete(facts, week) ? [] : ['week_not_complete']
    },
    apply: () => undefined,
  },
}

function lockByRule(facts: Facts, week: Week): number {
  return slateLock(facts, week, gamesOf(facts, week.id), rulesOf(facts, week.season).lock)
}

/** docs/rules.md §20: a week that has locked, or of which a game has kicked off, stays whole. */
function hasBegun(facts: Facts, week: Week, now: number): boolean {
  return isClosed(facts, week, now) || week.first !== null || hasGameBegun(facts, week.id, siteTimeOf(facts, now))
}

function split(facts: Facts, { id, season, number, first }: Week, starts: readonly number[], context: Context) {
  renumber(facts, id, Number(`${number}.1`))
  const fresh = { ineligible: [], picks: null, isUnmasked: false, isMarked: false, locks: [] as readonly Lock[], first }
  for (const [index, startsAt] of starts.entries()) {
    facts.lastIds.week += 1
    const slate = { id: facts.lastIds.week, season, number: Number(`${number}.${index + 2}`), startsAt }
    facts.weeks = [...facts.weeks, { ...slate, lockTime: NaN, isAutomatic: true, ...fresh }]
  }
  for (const week of facts.weeks) {
    if (Number.isNaN(week.lockTime)) patchWeek(facts, week.id, () => ({ lockTime: lockByRule(facts, week) }))
    else if (week.id === id) patchWeek(facts, id, (other) => followedLock(facts, other))
  }
  remember(facts, context, { kind: 'split', week: id })
  return { weekId: id }
}

/** docs/rules.md §20: a split that is taken back makes the week whole. */
export function rejoin(facts: Facts, id: number): void {
  const week = weekOf(facts, id)
  if (week === undefined) return
  const others = slatesOf(facts, week).filter((slate) => slate.id !== id)
  removeWeeks(facts, (gone) => others.some((slate) => slate.id === gone))
  renumber(facts, id, leagueWeek(week))
  patchWeek(facts, id, (other) => followedLock(facts, other))
}

function renumber(facts: Facts, id: number, number: number): void {
  const week = weekOf(facts, id)
  facts.eliminations = facts.eliminations.map((one) =>
    one.season === week?.season && one.number === week.number ? { ...one, number } : one,
  )
  patchWeek(facts, id, () => ({ number }))
}

function absent(facts: Facts, weekId: number): readonly string[] {
  return weekOf(facts, weekId) === undefined ? ['week_not_found'] : []
}

function gameById(facts: Facts, id: number): Game | undefined {
  return facts.games.find((game) => game.id === id && (!game.isMoved || game.byHand !== null))
}

/** docs/rules.md §7.3: rules of which the change names at least one. */
function doNotFit(rules: PoolRules, change: Partial<PoolRules>): boolean {
  const names = (...either: readonly (keyof PoolRules)[]) => either.some((name) => name in change)
  const { currency, entryFeeCents, buyback, missedPick, maxAutoPicks, prizes, lateEntries, lateEntryLosses, lives } = rules
  const isClosedAtOnce = lateEntries === 'closed' || (lateEntries !== 'allowed' && lateEntries.untilWeek === 1)
  if (lateEntryLosses && lives === 1 && !isClosedAtOnce && names('lateEntryLosses', 'lives')) return true
  if (currency === null && (entryFeeCents ?? 0) > 0 && names('currency', 'entryFeeCents')) return true
  if (currency === null && buyback !== null && buyback.feeCents > 0 && names('currency', 'buyback')) return true
  if (currency === null && prizes !== null && prizes.weeklyCents > 0 && names('currency', 'prizes')) return true
  return missedPick === 'auto' && maxAutoPicks === 0 && names('missedPick', 'maxAutoPicks')
}

/** docs/rules.md §4.13. Undefined: a score is missing. */
function setByHand(game: Game, { status, homeScore, awayScore }: CommandData['SetGame']): Progress | undefined {
  const decided = { isFinalByAdmin: false, isResultUnread: false, closedAs: null, isMoved: status === 'moved' }
  if (status === 'moved') return { ...decided, status: 'postponed', homeScore: null, awayScore: null }
  const to = status ?? (game.status === 'final' ? 'final' : 'in_progress')
  if (to !== 'final' && to !== 'in_progress') return { ...decided, status: to, homeScore: null, awayScore: null }
  const [home, away] = [homeScore ?? game.homeScore, awayScore ?? game.awayScore]
  return home === null || away === null ? undefined : { ...decided, status: to, homeScore: home, awayScore: away }
}

/** docs/rules.md §4.4: a week that has not locked locks first, at the current site time. */
function lockNow(facts: Facts, week: Week, context: Parameters<typeof remember>[1]) {
  const lockTime = siteTimeOf(facts, context.now)
  const before = { lockTime: week.lockTime, isAutomatic: week.isAutomatic }
  remember(facts, context, { kind: 'lock', week: week.id, lockTime, before })
  patchWeek(facts, week.id, () => ({ lockTime, isAutomatic: false }))
  return lockWeek(facts, weekOf(facts, week.id) ?? week)
}

function idsOfWeeks(facts: Facts): readonly number[] {
  return facts.weeks.map(({ id }) => id).toSorted((a, b) => a - b)
}

/** docs/rules.md §2.3: an automatic lock follows games and rules until the week has locked, and after that to earlier times only. */
function followedLock(facts: Facts, week: Week): Partial<Week> {
  if (!week.isAutomatic || isLocked(week)) return {}
  const lockTime = lockByRule(facts, week)
  return week.first !== null && lockTime > week.lockTime ? {} : { lockTime }
}
