import { listText } from '@outlast/contract/words'
import { weekLabel } from '@outlast/domain/rules'
import { formatCount, pluralize } from '../../../lib/numbers.ts'
import type { BoardGame, BoardPick } from '../board/board.ts'
import { countPicked, picksOf, slotsOf } from '../board/places.ts'
import type { ChoiceState, HeroEntry, HeroFacts } from './hero-facts.ts'
import { headlineOf, namesText, newsOf, newsWith } from './hero-news.ts'
import { inPlayText, picksInPlay } from './picks-in-play.ts'

/** The member's state in the week. `none`: without an entry that plays. */
type HeroState = 'pick' | 'no_team' | 'saved' | 'locked' | 'live' | 'through' | 'out' | 'none'

/** What the top of the dashboard says. */
export interface Hero {
  readonly state: HeroState
  /** One or two words. */
  readonly label: string
  /** Answers "am I still in?" in one line. */
  readonly answer: string
  /** How the picks are doing; empty when there is nothing to say. */
  readonly rest: string
  /** What happened to the member's entries, by name, worst first. */
  readonly news: readonly string[]
  /** What else is worth knowing. */
  readonly detail: string | null
  /** Whether it says how many entries of the pool are in. */
  readonly showsAlive: boolean
  /** The entry whose news it is, to share; left out otherwise. */
  readonly shared?: Pick<HeroEntry, 'id' | 'name'> | undefined
}

const LABELS: Readonly<Record<HeroState, string>> = {
  pick: 'Pick now',
  no_team: 'No team left',
  saved: 'Saved',
  locked: 'Locked',
  live: 'Live',
  through: 'Through',
  out: 'Out',
  none: 'Watching',
}

/** Everything but the state and the answer, where there is something to say. */
type More = Partial<Omit<Hero, 'state' | 'answer'>>

const hero = (state: HeroState, answer: string, more: More = {}): Hero => {
  const { label = LABELS[state], rest = '', news = [], detail = null, showsAlive = false } = more
  return { state, label, answer, rest, news, detail, showsAlive }
}

const isOut = ({ standing }: HeroEntry): boolean => standing?.status === 'out'
const isOutIn = ({ standing }: HeroEntry, week: number): boolean => standing?.status === 'out' && standing.eliminatedWeek === week

/** Nothing can save it: it has no pick, and goes out when the week ends. */
const isDoomed = ({ missedCosts }: HeroEntry): boolean => missedCosts === 'entry'

/** Answers "am I still in?" for the member's entries at this moment of the week, below what just happened to one of them. */
export function heroOf(facts: HeroFacts): Hero {
  const { week, championIds } = facts
  if (championIds.length > 0) return decided(facts)
  const calm = calmHero(facts)
  // With a single entry, or after the last of several, the headline is all there is to say.
  const isAll = facts.entries.length === 1 || calm.state === 'out'
  const headline = week.is_locked ? headlineOf(facts, isAll ? '' : `${calm.answer} ${inPlayOf(facts)}`.trim()) : null
  // After the last final, that the week is survived says more than that its last game was won.
  if (headline === null || (facts.isOver && headline.state === 'through')) return calm
  const { state, answer, because, others, entries } = headline
  return {
    ...calm,
    state,
    label: calm.state === 'live' ? calm.label : LABELS[state],
    answer,
    rest: because,
    news: others,
    shared: entries.length === 1 ? entries[0] : undefined,
  }
}

function calmHero(facts: HeroFacts): Hero {
  const { entries, week, isClosed } = facts
  if (entries.length === 0) {
    return hero('none', `You have no entry in the ${week.season_year} season.`, { showsAlive: facts.hasSeasonStarted })
  }
  if (entries.every(isOut)) return out(facts)
  if (!isClosed) return beforeLock(facts)
  if (!week.is_locked) return hero('locked', stillIn(facts), { detail: 'Picks are closed and will be revealed in a moment.' })
  return afterLock(facts)
}

/** "You are still in.", "All 3 of your entries are still in.", "2 of your 3 entries are still in." Counts none that nothing can save. */
function stillIn({ entries, hasSeasonStarted }: HeroFacts): string {
  const alive = entries.filter((entry) => !isOut(entry) && !isDoomed(entry)).length
  const still = hasSeasonStarted ? 'still in' : 'in'
  if (alive === 0) return ''
  if (entries.length === 1) return `You are ${still}.`
  return `${countText(alive, entries.length)} ${pluralize(alive, 'is', 'are')} ${still}.`
}

/** "All 3 of your entries", "Both of your entries", "2 of your 3 entries". */
function countText(count: number, of: number): string {
  if (count < of) return `${count} of your ${of} entries`
  return `${allText(count)} of your entries`
}

const allText = (count: number): string => (count === 2 ? 'Both' : `All ${count}`)

function beforeLock(facts: HeroFacts): Hero {
  const { entries, week, isLastMinutes } = facts
  const alive = entries.filter((entry) => !isOut(entry))
  const missing = alive.filter(({ isMissing }) => isMissing)
  const answer = stillIn(facts)
  const noTeam = noTeamNews(alive)
  const submit = choiceTexts(alive)
  if (missing.length > 0) {
    const need = isLastMinutes
      ? `${namesText(missing)} ${pluralize(missing.length, 'has', 'have')} ${missing.some(countPicked) ? 'a pick missing' : 'no pick'}: tap Pick now.`
      : missingText(missing, alive, week.week_number)
    return hero('pick', answer, { rest: [need, ...submit].join(' '), news: noTeam })
  }
  if (submit.length > 0) {
    return hero('pick', answer, {
      rest: submit.join(' '),
      label: alive.some(({ choice }) => choice === 'chosen' || choice === 'elsewhere') ? 'Not submitted' : 'Not confirmed',
      news: noTeam,
    })
  }
  const [first = '', ...more] = noTeam
  if (first !== '') return hero('no_team', answer, { rest: first, news: more })
  return hero('saved', answer, { rest: savedText(alive, week.week_number) })
}

const CHOICE_TEXTS: Readonly<Record<ChoiceState, (names: string) => string>> = {
  chosen: (names) => `Not submitted for ${names}: tap Submit Pick.`,
  elsewhere: (names) => `Another device has saved a pick for ${names}. Which one counts?`,
  unconfirmed: (names) => `Not confirmed yet for ${names}: this device keeps trying until the pool answers.`,
  sending: (names) => `Sending the pick of ${names}…`,
}

function choiceTexts(alive: readonly HeroEntry[]): readonly string[] {
  const states = Object.keys(CHOICE_TEXTS) as ChoiceState[]
  return states.flatMap((state) => {
    const entries = alive.filter(({ choice }) => choice === state)
    return entries.length === 0 ? [] : [CHOICE_TEXTS[state](namesText(entries))]
  })
}

/** What is said of the entries that have no team left. With one entry, it needs no name. */
function noTeamNews(alive: readonly HeroEntry[]): readonly string[] {
  return alive.flatMap(({ name, noTeam }) => (noTeam === null ? [] : [alive.length === 1 ? noTeam : `${name}: ${noTeam}`]))
}

function missingText(missing: readonly HeroEntry[], alive: readonly HeroEntry[], week: number): string {
  const [first, ...more] = missing
  const { length } = alive
  const [done, of] = [total(alive, countPicked), total(alive, slotsOf)]
  if (of > length && done > 0) return `${done} of ${of} picked for week ${weekLabel(week)}.`
  if (length === 1) return `Pick ${of === 1 ? 'a team' : `${of} teams`} for week ${weekLabel(week)}.`
  if (missing.length === length)
    return `${allText(length)} need ${of === length ? 'a pick' : `${of / length} picks`} for week ${weekLabel(week)}.`
  return `${more.length === 0 ? first?.name : missing.length} still ${pluralize(missing.length, 'needs', 'need')} a pick.`
}

const total = (entries: readonly HeroEntry[], count: (entry: HeroEntry) => number): number =>
  entries.reduce((sum, entry) => sum + count(entry), 0)

function savedText(alive: readonly HeroEntry[], week: number): string {
  const [team, ...more] = new Set(alive.flatMap(picksOf).map((pick) => pick.team))
  if (team === undefined)
    return alive.length === 1 ? 'Your pick is sealed until the lock.' : 'Your picks are sealed until the lock.'
  if (alive.length === 1 && more.length === 0) return `Your pick for week ${weekLabel(week)} is saved: ${team}.`
  if (alive.length === 1) return `Your picks for week ${weekLabel(week)} are saved: ${listText([team, ...more])}.`
  return `${allText(total(alive, slotsOf))} picks for week ${weekLabel(week)} are saved.`
}

function afterLock(facts: HeroFacts): Hero {
  const { entries, games, isOver } = facts
  const inWeek = entries.filter((entry) => !isOut(entry) && entry.hasBegun)
  if (inWeek.length === 0) return hero('locked', stillIn(facts), { rest: 'You play from the next week on.', news: newsOf(facts) })
  if (isOver) return survived(facts, inWeek)
  const undecided = inWeek.filter((entry) => picksOf(entry).length < slotsOf(entry) || picksOf(entry).some(isOpenPick))
  if (undecided.length === 0) return through(facts, inWeek)
  const answer = stillIn(facts)
  const state = games.some(hasBegun) ? 'live' : 'locked'
  // Nothing of the member's is left to hope for.
  if (answer === '') return doomed(facts, undecided)
  return hero(state, answer, newsWith(facts, inPlayOf(facts)))
}

/** How the picks are doing that decide whether an entry stays in. */
function inPlayOf({ entries, games }: HeroFacts): string {
  const open = entries
    .filter((entry) => !isOut(entry) && entry.hasBegun)
    .flatMap(picksOf)
    .filter(isOpenPick)
  const teams = open.map(({ team }) => team)
  return inPlayText(picksInPlay(teams, games))
}

function doomed(facts: HeroFacts, missing: readonly HeroEntry[]): Hero {
  const [answer = '', ...news] = newsOf(facts)
  const hasFallen = facts.entries.some((entry) => isOutIn(entry, facts.week.week_number))
  return hero('out', answer, {
    label: hasFallen ? LABELS.out : missing.some(({ pick }) => pick !== null) ? 'Pick missing' : 'No pick',
    news,
    showsAlive: facts.hasSeasonStarted,
  })
}

const isOpenPick = ({ result }: BoardPick): boolean => result === 'tbd'

const hasBegun = ({ status }: BoardGame): boolean => status === 'in_progress' || status === 'final'

/** Every own pick is decided while other games go on. With one entry, its news is the answer. */
function through(facts: HeroFacts, inWeek: readonly HeroEntry[]): Hero {
  const { entries, week } = facts
  const [first = '', ...news] = newsOf(facts)
  if (entries.length === 1 && first !== '') return hero('through', first, { news })
  const count = inWeek.length
  const who = entries.length === 1 ? 'You are' : `${countText(count, entries.length)} ${pluralize(count, 'is', 'are')}`
  return hero('through', `${who} through week ${weekLabel(week.week_number)}.`, { news: newsOf(facts) })
}

/** After the last final: "You survived week 9 with 80 others." */
function survived(facts: HeroFacts, inWeek: readonly HeroEntry[]): Hero {
  const { entries, week, others } = facts
  const count = inWeek.length
  const began = count + entries.filter((entry) => isOutIn(entry, week.week_number)).length
  const who =
    entries.length === 1 ? 'You survived' : `${count === 1 && began === 1 ? 'Your last entry' : countText(count, began)} survived`
  const company = others === null ? '' : others === 0 ? ', and nobody else did' : ` with ${formatCount(others, 'other')}`
  return hero('through', `${who} week ${weekLabel(week.week_number)}${company}.`, { news: newsOf(facts) })
}

function out(facts: HeroFacts): Hero {
  const { entries, week, isClosed } = facts
  const weeks = entries.map(({ standing }) => (standing?.status === 'out' ? standing.eliminatedWeek : 0))
  const last = Math.max(...weeks)
  const fallen = entries.filter((entry) => isOutIn(entry, last))
  const [first = '', ...news] = last === week.week_number && isClosed ? newsOf(facts) : []
  const after = afterOut(facts)
  // One line says it all where the last entries went out in the same way.
  if (first !== '' && news.length === 0) return hero('out', first, after)
  const who =
    entries.length === 1
      ? 'You'
      : fallen.length === entries.length
        ? countText(fallen.length, fallen.length)
        : fallen.length === 1
          ? 'Your last entry'
          : `Your last ${fallen.length} entries`
  return hero('out', `${who} went out in week ${weekLabel(last)}.`, { news: first === '' ? [] : [first, ...news], ...after })
}

function afterOut({ entries, hasSeasonStarted }: HeroFacts): More {
  const canBuyBack = entries.some((entry) => entry.canBuyBack)
  return canBuyBack ? { detail: 'You can buy back in: see below.' } : { showsAlive: hasSeasonStarted }
}

function decided({ championIds, entries, week }: HeroFacts): Hero {
  const own = entries.filter(({ id }) => championIds.includes(id)).length
  const others = championIds.length - own
  const season = `the ${week.season_year} season`
  if (own === 0) {
    const last = Math.max(0, ...entries.map(({ standing }) => (standing?.status === 'out' ? standing.eliminatedWeek : 0)))
    return hero('out', `${season.replace('the', 'The')} is decided.`, {
      detail: last > 0 ? `Your run ended in week ${weekLabel(last)}.` : null,
      label: 'Season over',
    })
  }
  const shared =
    others > 0 ? `You share the title of ${season} with ${formatCount(others, 'other entry', 'other entries')}.` : null
  return hero('through', shared ?? `You won ${season}.`, { label: 'Champion' })
}
