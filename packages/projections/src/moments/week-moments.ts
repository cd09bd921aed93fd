import type { MomentKind } from '@outlast/contract'
import {
  countsAsUnder,
  deriveSeasonOutcome,
  enteredWeekAlive,
  type EntryId,
  type Game,
  type GameTurn,
  gamesOf,
  type Instant,
  isInWeek,
  leadIn,
  type Participant,
  picksOf,
  type PoolState,
  type Position,
  resultOfLead,
  type Round,
  rulesOf,
  seasonResults,
  type SeasonResults,
  type SeasonTable,
  seasonTable,
  stateOf,
  type TeamAbbr,
  tieBreaker,
} from '@outlast/domain'
import { type Fate, fatesWith, resultsWith, standingWith } from './fates.ts'
import { afterTurn, turnSequence, unplayed } from './turn-sequence.ts'

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

/** The moments of each week, by the table of its season, which is another one as soon as an entry or a result changes. */
const known = new WeakMap<SeasonTable, WeakMap<readonly GameTurn[], WeakMap<Round, readonly WeekMoment[]>>>()

/**
 * Returns what happened in a week, oldest first; nothing before its lock. It follows from what the games came to and when, and from picks and
 * standings as they are now: what an admin changed since is as if it had been so from the beginning.
 */
export function weekMoments(pool: PoolState, round: Round): readonly WeekMoment[] {
  const turns = pool.schedule.get(round.scheduleId)?.turns ?? []
  if (round.locked === null || turns.length === 0) return []
  const table = seasonTable(pool, seasonResults(pool, round.contestId))
  const ofTable = known.get(table) ?? new WeakMap<readonly GameTurn[], WeakMap<Round, readonly WeekMoment[]>>()
  const ofTurns = ofTable.get(turns) ?? new WeakMap<Round, readonly WeekMoment[]>()
  const moments = ofTurns.get(round) ?? new Replay(pool, round, table).run(turnSequence(turns, round.locked))
  known.set(table, ofTable.set(turns, ofTurns.set(round, moments)))
  return moments
}

/** Plays a week's turns once more, and compares what the week has come to for its entries before and after each. */
class Replay {
  readonly #pool: PoolState
  readonly #round: Round
  readonly #table: SeasonTable
  readonly #contenders: readonly Participant[]
  readonly #byTeam = new Map<TeamAbbr, Participant[]>()
  readonly #fates = new Map<EntryId, Fate>()
  readonly #moments: WeekMoment[] = []
  readonly #games: readonly Game[]
  #played: readonly Game[]
  #results: SeasonResults
  #champions = ''
  #out = 0

  constructor(pool: PoolState, round: Round, table: SeasonTable) {
    this.#pool = pool
    this.#round = round
    this.#table = table
    this.#games = gamesOf(pool, round)
    this.#played = unplayed(this.#games)
    this.#results = resultsWith(pool, table, round, this.#played)
    const week = this.#weekOf(this.#results)
    this.#contenders = table.participants.filter(
      (participant) =>
        week !== undefined &&
        isInWeek(participant, week) &&
        enteredWeekAlive(participant.standing, round.weekNumber) &&
        !isOutByHand(participant, round),
    )
    const fateOf = fatesWith(pool, this.#results, round)
    for (const participant of this.#contenders) {
      const fate = fateOf(participant)
      this.#fates.set(participant.entryId, fate)
      this.#out += Number(fate.is === 'out')
      for (const { team } of picksOf(participant.entry, round.id)) {
        const on = this.#byTeam.get(team) ?? []
        on.push(participant)
        this.#byTeam.set(team, on)
      }
    }
  }

  run(turns: readonly GameTurn[]): readonly WeekMoment[] {
    for (const [index, turn] of turns.entries())
      this.#play(
        turn,
        turns.slice(0, index).filter(({ gameId }) => gameId === turn.gameId),
      )
    const { outcome } = this.#table
    const champions =
      outcome.status === 'finished' && outcome.weekNumber === this.#round.weekNumber ? outcome.champions.join() : ''
    return this.#moments.map((moment) => (this.#isUntrue(moment, champions) ? { ...moment, isUntrue: true } : moment))
  }

  #play(turn: GameTurn, earlier: readonly GameTurn[]): void {
    const before = this.#results
    this.#played = afterTurn(this.#played, turn)
    this.#results = resultsWith(this.#pool, this.#table, this.#round, this.#played)
    const on = this.#entriesOn([turn, ...earlier.slice(-1)])
    const isComplete = this.#weekOf(this.#results)?.complete === true
    const isPoolChanged =
      isComplete !== (this.#weekOf(before)?.complete === true) || this.#isWipeOut(before) !== this.#isWipeOut()
    const aliveBefore = this.#contenders.length - this.#out
    const own = this.#changesOf(on)
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

  /** Takes the entries' new fates over. */
  #changesOf(participants: Iterable<Participant>): Groups {
    const fateOf = fatesWith(this.#pool, this.#results, this.#round)
    const changed: { readonly [G in keyof Groups]: EntryId[] } = { through: [], out: [], back: [], lostLife: [] }
    for (const participant of participants) {
      const { entryId } = participant
      const was = this.#fates.get(entryId)
      const is = fateOf(participant)
      this.#fates.set(entryId, is)
      if (was === undefined) continue
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
    const results = this.#weekOf(this.#results)?.results
    const lastOn = [home, away].find((team) => {
      const [only, ...others] = this.#byTeam.get(team) ?? []
      return only?.entryId === out[0] && others.length === 0 && results?.get(team) === 'loss'
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

  #isUntrue(moment: WeekMoment, champions: string): boolean {
    switch (moment.kind) {
      case 'final':
      case 'corrected': {
        const now = this.#games.find(({ id }) => id === moment.game?.gameId)
        return now === undefined || !isSameResult(moment.game, now)
      }
      case 'missed':
        return this.#weekOf(this.#results)?.complete !== true
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

  #entriesOn(turns: readonly GameTurn[]): ReadonlySet<Participant> {
    return new Set(turns.flatMap(({ home, away }) => [home, away]).flatMap((team) => this.#byTeam.get(team) ?? []))
  }

  #isWipeOut(season = this.#results): boolean {
    return season.wipeOuts.includes(this.#round.id)
  }

  #weekOf({ weeks }: SeasonResults): SeasonResults['weeks'][number] | undefined {
    return weeks.find(({ id }) => id === this.#round.id)
  }
}

/** Whether an admin took the entry out in the week or before. */
function isOutByHand({ entry }: Participant, { contestId, weekNumber }: Round): boolean {
  return entry.eliminatedByHand.some((by) => by.contestId === contestId && by.weekNumber <= weekNumber)
}

type WhatHappened = Omit<WeekMoment, 'position' | 'at' | 'game' | 'isUntrue'>

const isEmpty = (groups: Groups): boolean => Object.values(groups).every((ids: readonly EntryId[]) => ids.length === 0)

const NOBODY: Groups = { through: [], out: [], back: [], lostLife: [] }

/** Returns what kind of moment a turn is after the earlier ones of its game; undefined if it makes no moment. */
function kindOf(turn: GameTurn, earlier: readonly GameTurn[]): MomentKind | undefined {
  const state = stateOf(turn)
  const last = earlier.at(-1)
  const isNew = last === undefined || stateOf(last) !== state
  if (state === 'postponed') return isNew ? 'postponed' : undefined
  if (state === 'moved') return isNew ? 'moved' : undefined
  if (turn.status === 'postponed' || turn.status === 'cancelled') return isNew ? 'called_off' : undefined
  const result = earlier.findLast((each) => each.status === 'final' && hasScores(each))
  if (turn.status === 'final') {
    if (!hasScores(turn)) return undefined
    if (result === undefined) return 'final'
    if (!isSameResult(result, turn)) return 'corrected'
    return last?.status === 'final' ? undefined : 'final'
  }
  if (last?.status === 'final') return 'reopened'
  const leader = earlier.findLast((each) => leadIn(each) !== 0)
  return turn.status === 'in_progress' && leader !== undefined && leadIn(turn) !== 0 && leadIn(leader) !== leadIn(turn)
    ? 'lead'
    : undefined
}

type Score = Pick<Game, 'home' | 'away' | 'status' | 'homeScore' | 'awayScore'>

const hasScores = ({ homeScore, awayScore }: Score): boolean => homeScore !== null && awayScore !== null

function isSameResult(a: Score | null, b: Score): boolean {
  if (a === null || a.status !== b.status) return false
  return a.home === b.home && a.away === b.away && a.homeScore === b.homeScore && a.awayScore === b.awayScore
}
