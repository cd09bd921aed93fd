import type { MomentKind } from '@outlast/contract'
import {
  countsAsUnder,
  deriveSeasonOutcome,
  enteredWeekAlive,
  type EntryId,
  type Game,
  type GameTurn,
  gamesOf,
  haveSameResults,
  type Instant,
  isInWeek,
  leadIn,
  type Participant,
  type PoolState,
  type Position,
  resultOfLead,
  type Round,
  rulesOf,
  seasonResults,
  type SeasonResults,
  type SeasonTable,
  seasonTable,
  type TeamAbbr,
  tieBreaker,
  type WeekId,
  type WeekResults,
} from '@outlast/domain'
import { entryIn, type Fate, fatesIn, type InWeek, resultsWith, standingWith } from './fates.ts'
import { type Basis, basisOf, isSameBasis } from './replay-basis.ts'
import { isSameResult, kindOf } from './turn-kind.ts'
import { afterTurn, isSameTurn, turnSequence, unplayed } from './turn-sequence.ts'

/** Entries for whom a moment changes something, in the order of their ids. */
interface Groups {
  readonly through: readonly EntryId[]
  readonly out: readonly EntryId[]
  readonly back: readonly EntryId[]
  readonly lostLife: readonly EntryId[]
}

/** Something that happened in a week, with all entries that it concerns. */
export interface WeekMoment extends Partial<Groups> {
  readonly kind: MomentKind
  readonly position: Position
  readonly at: Instant
  /** What the game came to; null if it is about the pool. */
  readonly game: GameTurn | null
  readonly isUntrue: boolean
  readonly leader?: TeamAbbr
  readonly isFirstLead?: boolean
  readonly losing?: { readonly team: TeamAbbr; readonly entries: number }
  readonly entries?: number
  readonly lastOn?: TeamAbbr
  readonly champions?: readonly EntryId[]
  readonly alive?: number
  readonly total?: number
}

/** Fewer entries have no half worth mentioning. */
const MIN_ENTRIES_WITH_HALF = 4

/** The last replay of each week, by the pool's map of entries. */
const replays = new WeakMap<PoolState['entries'], Map<WeekId, Replay>>()

/**
 * Returns what happened in a week, oldest first; nothing before its lock. It follows from what the games came to and when, and from picks and
 * standings as they are now: what an admin changed since is as if it had been so from the beginning.
 */
export function weekMoments(pool: PoolState, round: Round): readonly WeekMoment[] {
  const turns = pool.schedule.get(round.scheduleId)?.turns ?? []
  if (round.locked === null || turns.length === 0) return []
  const sequence = turnSequence(turns, round.locked)
  const basis = basisOf(pool, round)
  const ofPool = replays.get(basis.entries) ?? new Map<WeekId, Replay>()
  const last = ofPool.get(round.id)
  // A score only adds a turn. Any other change may alter what earlier turns came to.
  const replay = last?.fits(basis) === true ? last : new Replay(pool, round, basis)
  replays.set(basis.entries, ofPool.set(round.id, replay))
  return replay.run(pool, sequence)
}

/** A turn that was played, and how everything was before it. */
interface Step {
  readonly turn: GameTurn
  readonly played: readonly Game[]
  readonly results: SeasonResults
  readonly champions: string
  readonly out: number
  readonly moments: number
  readonly fates: (readonly [EntryId, Fate])[]
}

/** Plays a week's turns once more, and compares what the week has come to for its entries before and after each. */
class Replay {
  readonly #basis: Basis
  readonly #round: Round
  readonly #table: SeasonTable
  readonly #contenders: readonly InWeek[]
  readonly #byTeam = new Map<TeamAbbr, InWeek[]>()
  readonly #fates = new Map<EntryId, Fate>()
  readonly #moments: WeekMoment[] = []
  readonly #steps: Step[] = []
  #pool: PoolState
  #played: readonly Game[]
  #results: SeasonResults
  #champions = ''
  #out = 0

  constructor(pool: PoolState, round: Round, basis: Basis) {
    const table = basis.decided ?? seasonTable(pool, seasonResults(pool, round.contestId))
    this.#basis = basis
    this.#pool = pool
    this.#round = round
    this.#table = table
    this.#played = unplayed(gamesOf(pool, round))
    this.#results = resultsWith(pool, table, round, this.#played)
    const week = this.#week()
    const season = this.#results
    this.#contenders = table.participants
      .filter(
        (participant) =>
          isInWeek(participant, week) &&
          enteredWeekAlive(participant.standing, round.weekNumber) &&
          !isOutByHand(participant, round),
      )
      .map((participant) => entryIn(pool, participant, season, round))
    const fateOf = fatesIn(season, week)
    for (const contender of this.#contenders) {
      const fate = fateOf(contender)
      this.#fates.set(contender.entryId, fate)
      this.#out += Number(fate.is === 'out')
      for (const team of contender.record.teamsOf(round.id)) {
        const on = this.#byTeam.get(team) ?? []
        on.push(contender)
        this.#byTeam.set(team, on)
      }
    }
  }

  /** Whether nothing but the turns has changed since it was made. */
  fits(basis: Basis): boolean {
    return isSameBasis(this.#basis, basis)
  }

  /** Plays the turns that are new. Of two turns of a game in the same minute the last one counts, so some may have to be taken back first. */
  run(pool: PoolState, turns: readonly GameTurn[]): readonly WeekMoment[] {
    this.#pool = pool
    const firstOther = this.#steps.findIndex(({ turn }, i) => !isSameTurn(turn, turns[i]))
    const kept = firstOther === -1 ? this.#steps.length : firstOther
    for (const step of this.#steps.splice(kept).reverse()) this.#takeBack(step)
    for (const turn of turns.slice(kept)) {
      const earlier = this.#steps.flatMap((step) => (step.turn.gameId === turn.gameId ? [step.turn] : []))
      const { length: moments } = this.#moments
      const step = { turn, moments, played: this.#played, results: this.#results, champions: this.#champions, out: this.#out }
      this.#steps.push({ ...step, fates: [] })
      this.#play(turn, earlier)
    }
    const outcome = this.#basis.decided?.outcome
    const champions =
      outcome?.status === 'finished' && outcome.weekNumber === this.#round.weekNumber ? outcome.champions.join() : ''
    const games = gamesOf(pool, this.#round)
    return this.#moments.map((moment) => (this.#isUntrue(moment, games, champions) ? { ...moment, isUntrue: true } : moment))
  }

  #takeBack({ played, results, champions, out, moments, fates }: Step): void {
    this.#played = played
    this.#results = results
    this.#champions = champions
    this.#out = out
    this.#moments.length = moments
    for (const [entryId, fate] of fates) this.#fates.set(entryId, fate)
  }

  #play(turn: GameTurn, earlier: readonly GameTurn[]): void {
    const before = this.#results
    this.#played = afterTurn(this.#played, turn)
    this.#results = resultsWith(this.#pool, this.#table, this.#round, this.#played)
    const on = this.#entriesOn([turn, ...earlier.slice(-1)])
    const isComplete = this.#week().complete
    const isPoolChanged = isComplete !== this.#week(before).complete || this.#isWipeOut(before) !== this.#isWipeOut()
    const aliveBefore = this.#contenders.length - this.#out
    // Most turns decide nothing yet.
    const isDecisive = isPoolChanged || !haveSameResults(this.#week(before).results, this.#week().results)
    const own = isDecisive ? this.#changesOf(on) : NOBODY
    const others = isPoolChanged ? this.#changesOf(this.#contenders.filter((each) => !on.has(each))) : NOBODY
    const isWipeOut = this.#isWipeOut() && !this.#isWipeOut(before)
    const cameBack = isWipeOut ? [...own.back, ...own.lostLife, ...others.back, ...others.lostLife].sort((a, b) => a - b) : []
    const ofGame = this.#ofGame(turn, earlier, on.size, isWipeOut ? { ...own, back: [], lostLife: [] } : own)
    if (ofGame !== undefined) this.#add(turn, ofGame, turn)
    if (isWipeOut) this.#add(turn, { kind: 'wipe_out', back: cameBack })
    else if (!isEmpty(others)) this.#add(turn, { kind: 'missed', ...others })
    this.#addHalf(turn, aliveBefore)
    this.#addChampions(turn, isComplete)
  }

  /** Records the new fates of entries, and returns what changed for them. */
  #changesOf(entries: Iterable<InWeek>): Groups {
    const fateOf = fatesIn(this.#results, this.#week())
    const before = this.#steps.at(-1)?.fates
    const changed: { readonly [G in keyof Groups]: EntryId[] } = { through: [], out: [], back: [], lostLife: [] }
    for (const contender of entries) {
      const { entryId } = contender
      const was = this.#fates.get(entryId)
      const is = fateOf(contender)
      if (was === undefined || (was.is === is.is && was.losses === is.losses)) continue
      before?.push([entryId, was])
      this.#fates.set(entryId, is)
      this.#out += Number(is.is === 'out') - Number(was.is === 'out')
      if (was.is !== 'out' && is.is === 'out') changed.out.push(entryId)
      else if (was.is === 'out' && is.is !== 'out') changed.back.push(entryId)
      else if (is.is === 'spared' && is.losses > was.losses) changed.lostLife.push(entryId)
      else if (was.is !== 'through' && is.is === 'through') changed.through.push(entryId)
    }
    for (const ids of Object.values(changed)) ids.sort((a, b) => a - b)
    return changed
  }

  #ofGame(turn: GameTurn, earlier: readonly GameTurn[], entries: number, groups: Groups): WhatHappened | undefined {
    const kind = kindOf(turn, earlier)
    switch (kind) {
      case 'postponed':
      case 'moved':
      case 'called_off':
        return { kind, entries, ...groups }
      case 'lead':
        return entries === 0 ? undefined : { kind, ...this.#lead(turn, earlier) }
      case 'final':
      case 'corrected':
      case 'reopened':
        return entries === 0 ? undefined : { kind, ...groups, ...this.#lastOn(turn, groups) }
      default:
        return isEmpty(groups) ? undefined : { kind: turn.status === 'final' ? 'final' : 'reopened', ...groups }
    }
  }

  #lead(turn: GameTurn, earlier: readonly GameTurn[]): Partial<WeekMoment> {
    const lead = leadIn(turn)
    const meaning = countsAsUnder(rulesOf(this.#pool, this.#round.contestId))
    const [leader, other] = lead > 0 ? [turn.home, turn.away] : [turn.away, turn.home]
    const team = resultOfLead(Math.abs(lead), meaning) === 'loss' ? leader : other
    const isFirstLead = !earlier.some((each) => leadIn(each) === lead)
    return { leader, isFirstLead, losing: { team, entries: this.#byTeam.get(team)?.length ?? 0 } }
  }

  /** The team whose only entry goes out, where it is the only one for whom the game decides anything. */
  #lastOn({ home, away }: GameTurn, { out, through, back, lostLife }: Groups): Partial<WeekMoment> {
    if (out.length !== 1 || through.length + back.length + lostLife.length > 0) return {}
    const { results } = this.#week()
    const lastOn = [home, away].find((team) => {
      const [only, ...others] = this.#byTeam.get(team) ?? []
      return only?.entryId === out[0] && others.length === 0 && results.get(team) === 'loss'
    })
    return lastOn === undefined ? {} : { lastOn }
  }

  #addHalf(turn: GameTurn, aliveBefore: number): void {
    const total = this.#table.participants.length
    const alive = this.#contenders.length - this.#out
    if (total < MIN_ENTRIES_WITH_HALF || aliveBefore * 2 <= total || alive * 2 > total) return
    this.#add(turn, { kind: 'half_gone', alive, total })
  }

  #addChampions(turn: GameTurn, isComplete: boolean): void {
    const champions = isComplete ? this.#championsNow() : []
    const changed = champions.join()
    if (changed !== this.#champions && champions.length > 0) this.#add(turn, { kind: 'champion', champions })
    this.#champions = changed
  }

  #championsNow(): readonly EntryId[] {
    const season = this.#results
    const standingOf = standingWith(this.#pool, season)
    const entries = Array.from(this.#table.joined.values(), (each) => ({ ...each, standing: standingOf(each) }))
    const outcome = deriveSeasonOutcome(entries, season.weeks, tieBreaker(season))
    const isDecided = outcome.status === 'finished' && outcome.weekNumber === this.#round.weekNumber
    return isDecided ? (outcome.champions as readonly EntryId[]) : []
  }

  #isUntrue(moment: WeekMoment, games: readonly Game[], champions: string): boolean {
    switch (moment.kind) {
      case 'final':
      case 'corrected': {
        const now = games.find(({ id }) => id === moment.game?.gameId)
        return now === undefined || !isSameResult(moment.game, now)
      }
      case 'missed':
        return !this.#week().complete
      case 'wipe_out':
        return !this.#isWipeOut()
      case 'half_gone':
        return (this.#contenders.length - this.#out) * 2 > this.#table.participants.length
      case 'champion':
        return moment.champions?.join() !== champions
      case 'lead':
      case 'reopened':
      case 'postponed':
      case 'moved':
      case 'called_off':
        return false
      default:
        return moment.kind satisfies never
    }
  }

  /** @param game the turn, if the moment is about the game and not about the pool */
  #add({ position, at }: GameTurn, moment: WhatHappened, game: GameTurn | null = null): void {
    this.#moments.push({ position, at, game, isUntrue: false, ...moment })
  }

  #entriesOn(turns: readonly GameTurn[]): ReadonlySet<InWeek> {
    return new Set(turns.flatMap(({ home, away }) => [home, away]).flatMap((team) => this.#byTeam.get(team) ?? []))
  }

  #isWipeOut(season = this.#results): boolean {
    return season.wipeOuts.includes(this.#round.id)
  }

  #week({ weeks } = this.#results): WeekResults {
    const week = weeks.find(({ id }) => id === this.#round.id)
    if (week === undefined) throw new Error(`week ${this.#round.id} is not in its season`)
    return week
  }
}

/** Whether an admin took the entry out in the week or before. */
function isOutByHand({ entry }: Participant, { contestId, weekNumber }: Round): boolean {
  return entry.eliminatedByHand.some((by) => by.contestId === contestId && by.weekNumber <= weekNumber)
}

type WhatHappened = Omit<WeekMoment, 'position' | 'at' | 'game' | 'isUntrue'>

const isEmpty = (groups: Groups): boolean => Object.values(groups).every((ids: readonly EntryId[]) => ids.length === 0)

const NOBODY: Groups = { through: [], out: [], back: [], lostLife: [] }
