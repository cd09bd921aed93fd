import { siteTimeOf } from './calendar.ts'
import {
  type AdminAction,
  type EarlierPick,
  entryOf,
  type Facts,
  type Game,
  isLocked,
  lockOf,
  patchWeek,
  picksIn,
  pickOf,
  type Progress,
  slatesOf,
  weekOf,
  weeksIn,
} from './facts.ts'
import { patchGame, progressOf } from './games.ts'
import { give, reopenWeeks } from './locks.ts'
import { clear, putPick } from './picks.ts'
import type { CommandRules } from './rule.ts'
import { rejoin } from './weeks.ts'

/** docs/rules.md §10.5. Histories name the position of the last action, or another one that is 0. */
export const UNDO_RULES: CommandRules<'UndoAction'> = {
  UndoAction: {
    by: 'admin',
    refusals: (facts, { position }, { now }) => {
      const action = facts.lastAction
      if (action === null || position === 0) return ['nothing_to_undo']
      return refusalsTo(facts, action, siteTimeOf(facts, now))
    },
    apply: (facts, _data, { now }) => {
      if (facts.lastAction !== null) undo(facts, facts.lastAction, now)
      facts.lastAction = null
      return undefined
    },
  },
}

function refusalsTo(facts: Facts, action: AdminAction, siteTime: number): readonly string[] {
  if (action.kind === 'import') return refusalsToImport(facts, action)
  const season = 'season' in action ? action.season : weekOf(facts, action.week)?.season
  const late = hasLockSince(facts, season, action) ? ['undo_too_late'] : []
  if ('entry' in action && entryOf(facts, action.entry) === undefined) return ['undo_changed']
  const week = 'week' in action ? weekOf(facts, action.week) : undefined
  if ('week' in action && week === undefined) return ['undo_changed']
  switch (action.kind) {
    case 'lock': {
      if (week === undefined) return []
      const lock = lockOf(week)
      return [
        ...(week.lockTime === action.lockTime ? [] : ['undo_changed']),
        ...(lock !== undefined && lock.at > action.at ? ['undo_too_late'] : []),
        ...(lock === undefined && action.before.lockTime <= siteTime ? ['undo_lock_passed'] : []),
      ]
    }
    case 'elimination': {
      const stands = facts.eliminations.some((other) => other.entry === action.entry && other.season === action.season)
      return [...(stands ? [] : ['undo_changed']), ...late]
    }
    case 'reinstatement': {
      const isWaived = action.waived.every((loss) => facts.waivers.some((other) => isSame(other, action.entry, loss)))
      const hasAsked = facts.buybacks.some((other) => other.entry === action.entry && other.askedAt > action.at)
      return [...(isWaived && !hasAsked ? [] : ['undo_changed']), ...late]
    }
    case 'override': {
      const pick = pickOf(facts, action.entry, action.week, action.slot)
      return [
        ...(isDecidedInSecret(facts, action) ? ['undo_hidden'] : []),
        ...(pick?.at === action.at ? [] : ['undo_changed']),
        ...late,
      ]
    }
    case 'current week':
      return facts.current === action.week && weekOf(facts, action.before) !== undefined ? [] : ['undo_changed']
    case 'split': {
      const slates = week === undefined ? [] : slatesOf(facts, week)
      const isHeld = slates.some(({ first }) => first !== null)
      const isWhole = slates.length < 2 || slates.some(({ id }) => id !== action.week && id === facts.current)
      return [...(isHeld ? ['undo_too_late'] : []), ...(isWhole ? ['undo_changed'] : []), ...late]
    }
    case 'game': {
      const game = facts.games.find(({ id }) => id === action.before.id)
      const stands = game !== undefined && game.byHand !== null && hasProgress(game, action.set)
      return [...(stands ? [] : ['undo_changed']), ...late]
    }
    case 'close':
      return [...(stillClosed(facts, action).length > 0 ? [] : ['undo_changed']), ...late]
    case 'finals': {
      const stands = week !== undefined && isLocked(week) && stillFinal(facts, action).length > 0
      return [...(stands ? [] : ['undo_changed']), ...late]
    }
    default:
      return action satisfies never
  }
}

function hasLockSince(facts: Facts, season: number | undefined, { at }: AdminAction): boolean {
  return season !== undefined && weeksIn(facts, season).some((week) => (lockOf(week)?.at ?? 0) > at)
}

/** Whether what becomes of a pick would tell something about the entry's hidden picks. */
function isDecidedInSecret(facts: Facts, { entry, week, before }: EarlierPick): boolean {
  const open = facts.weeks.filter((other) => !isLocked(other))
  return open.some(({ id }) => id === week || (before !== null && picksIn(facts, entry, id).length > 0))
}

type Import = Extract<AdminAction, { kind: 'import' }>

/** A hidden pick refuses whatever else happened, so that nobody learns whether it has changed. */
function refusalsToImport(facts: Facts, action: Import): readonly string[] {
  const left = action.picks.filter(({ entry, week }) => entryOf(facts, entry) !== undefined && weekOf(facts, week) !== undefined)
  if (left.length > 0 && left.every((pick) => isDecidedInSecret(facts, pick))) return ['undo_hidden']
  const set = stillImported(facts, action)
  if (set.length === 0) return ['undo_changed']
  return set.some(({ week }) => hasLockSince(facts, weekOf(facts, week)?.season, action)) ? ['undo_too_late'] : []
}

function stillImported(facts: Facts, { picks }: Import): Import['picks'] {
  return picks.filter((pick) => {
    const isSet = pickOf(facts, pick.entry, pick.week, pick.slot)?.at === pick.at
    return isSet && weekOf(facts, pick.week) !== undefined && !isDecidedInSecret(facts, pick)
  })
}

type Finals = Extract<AdminAction, { kind: 'finals' }>

/** The games that an admin set to final and that have not changed since. */
function stillFinal(facts: Facts, { before }: Finals): Finals['before'] {
  return before.filter((earlier) => {
    const game = facts.games.find(({ id }) => id === earlier.id)
    return game?.isFinalByAdmin === true && game.homeScore === earlier.homeScore && game.awayScore === earlier.awayScore
  })
}

function undo(facts: Facts, action: AdminAction, now: number): void {
  switch (action.kind) {
    case 'lock':
      patchWeek(facts, action.week, () => action.before)
      reopenWeeks(facts, [action.week], siteTimeOf(facts, now), now)
      return
    case 'elimination':
      facts.eliminations = facts.eliminations.filter((other) => other.entry !== action.entry || other.season !== action.season)
      return
    case 'reinstatement': {
      const { entry, season, eliminatedIn: number, waived } = action
      facts.waivers = facts.waivers.filter((other) => !waived.some((loss) => isSame(other, entry, loss)))
      const others = facts.eliminations.filter((other) => other.entry !== entry || other.season !== season)
      if (number !== null) facts.eliminations = [...others, { entry, season, number }]
      return
    }
    case 'override':
      takeBack(facts, action)
      return
    case 'import':
      for (const pick of stillImported(facts, action)) takeBack(facts, pick)
      return
    case 'current week':
      facts.current = action.before
      return
    case 'split':
      rejoin(facts, action.week)
      return
    case 'game':
      patchGame(facts, action.before.id, { ...progressOf(action.before), byHand: action.before.byHand })
      return
    case 'close':
      for (const { id } of stillClosed(facts, action)) patchGame(facts, id, { closedAs: null })
      return
    case 'finals': {
      const undone = stillFinal(facts, action)
      facts.games = facts.games.map((game) => {
        const earlier = undone.find(({ id }) => id === game.id)
        if (earlier === undefined) return game
        const { status, homeScore, awayScore, closedAs, byHand } = earlier
        if (status === 'final') return { ...game, isFinalByAdmin: byHand !== null }
        return status === 'in_progress'
          ? { ...game, status, homeScore, awayScore, isFinalByAdmin: false, closedAs }
          : { ...game, status, homeScore: null, awayScore: null, isFinalByAdmin: false, closedAs }
      })
      return
    }
    default:
      action satisfies never
  }
}

function takeBack(facts: Facts, pick: EarlierPick): void {
  const { before, hadMissed } = pick
  if (before === null) clear(facts, pick, hadMissed)
  else if (before.step === null) putPick(facts, { ...before, keeper: undefined, proxy: null })
  else give(facts, { ...before, step: before.step })
}

function hasProgress(game: Game, progress: Progress): boolean {
  return JSON.stringify(progressOf(game)) === JSON.stringify(progressOf({ ...game, ...progress }))
}

function stillClosed(facts: Facts, { before }: Extract<AdminAction, { kind: 'close' }>): readonly Game[] {
  return facts.games.filter((game) => game.closedAs !== null && before.some(({ id }) => id === game.id))
}

interface Waiver {
  readonly entry: number
  readonly week: number
  readonly team: string | null
}

function isSame(waiver: Waiver, entry: number, loss: Omit<Waiver, 'entry'>): boolean {
  return waiver.entry === entry && waiver.week === loss.week && waiver.team === loss.team
}
