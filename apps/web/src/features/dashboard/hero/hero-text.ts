import { isStillOpen } from '@outlast/domain/rules'
import { formatCount, pluralize } from '../../../lib/numbers.ts'
import type { BoardGame } from '../board/board.ts'
import type { HeroEntry, HeroFacts } from './hero-facts.ts'
import { endText, inPlayText, picksInPlay } from './picks-in-play.ts'

/** The member's state in the week. `none`: without an entry that plays. */
type HeroState = 'pick' | 'saved' | 'locked' | 'live' | 'through' | 'out' | 'none'

/** What the top of the dashboard says. */
export interface Hero {
  readonly state: HeroState
  /** One or two words. */
  readonly label: string
  /** Answers "am I still in?" in one line. */
  readonly headline: string
  /** What else is worth knowing. */
  readonly detail: string | null
}

const LABELS: Readonly<Record<HeroState, string>> = {
  pick: 'Pick now',
  saved: 'Saved',
  locked: 'Locked',
  live: 'Live',
  through: 'Through',
  out: 'Out',
  none: 'Watching',
}

const hero = (state: HeroState, headline: string, detail: string | null = null, label = LABELS[state]): Hero => ({
  state,
  label,
  headline,
  detail,
})

const isOut = ({ standing }: HeroEntry): boolean => standing?.status === 'out'
const isOutIn = ({ standing }: HeroEntry, week: number): boolean => standing?.status === 'out' && standing.eliminatedWeek === week

/** Answers "am I still in?" for the member's entries at this moment of the week. */
export function heroOf(facts: HeroFacts): Hero {
  const { entries, week, isClosed, championIds } = facts
  if (championIds.length > 0) return decided(facts)
  if (entries.length === 0) return hero('none', `You have no entry in the ${week.season_year} season.`, othersText(facts))
  if (entries.every(isOut)) return out(facts)
  if (!isClosed) return beforeLock(facts)
  if (!week.is_locked) return hero('locked', stillIn(facts), 'Picks are closed and will be revealed in a moment.')
  return afterLock(facts)
}

/** "You are still in.", "All 3 of your entries are still in.", "2 of your 3 entries are still in." */
function stillIn({ entries, hasSeasonStarted }: HeroFacts): string {
  const alive = entries.filter((entry) => !isOut(entry)).length
  const still = hasSeasonStarted ? 'still in' : 'in'
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
  const { entries, week } = facts
  const alive = entries.filter((entry) => !isOut(entry))
  const missing = alive.filter(needsPick).length
  const headline = stillIn(facts)
  if (missing > 0) return hero('pick', `${headline} ${missingText(missing, alive.length, week.week_number)}`)
  return hero('saved', `${headline} ${savedText(alive, week.week_number)}`)
}

/** Returns whether an entry that is alive has no pick yet, not even one that is sealed, or one that can't stand. */
export const needsPick = ({ pick, seal, standing }: Pick<HeroEntry, 'pick' | 'seal' | 'standing'>): boolean =>
  (pick === null || pick.usedIn !== null) && seal === null && standing?.status !== 'out'

function missingText(missing: number, alive: number, week: number): string {
  if (alive === 1) return `Pick a team for week ${week}.`
  if (missing === alive) return `${allText(alive)} need a pick for week ${week}.`
  return `${missing} still ${pluralize(missing, 'needs', 'need')} a pick.`
}

function savedText(alive: readonly HeroEntry[], week: number): string {
  const teams = [...new Set(alive.flatMap(({ pick }) => (pick === null ? [] : [pick.team])))]
  const [team] = teams
  if (team === undefined)
    return alive.length === 1 ? 'Your pick is sealed until the lock.' : 'Your picks are sealed until the lock.'
  if (alive.length === 1) return `Your pick for week ${week} is saved: ${team}.`
  return `${allText(alive.length)} picks for week ${week} are saved.`
}

function afterLock(facts: HeroFacts): Hero {
  const { entries, games, week } = facts
  const inWeek = entries.filter((entry) => !isOut(entry) && entry.hasBegun)
  if (inWeek.length === 0) return hero('locked', `${stillIn(facts)} You play from the next week on.`)
  if (isOver(games)) return survived(facts, inWeek)
  const undecided = inWeek.filter((entry) => entry.pick === null || entry.pick.result === 'tbd')
  if (undecided.length === 0) return through(facts, inWeek)
  const picks = picksInPlay(teamsOf(undecided), games)
  const line = [stillIn(facts), inPlayText(picks), withoutPickText(undecided, facts)].filter((text) => text !== '').join(' ')
  return hero(games.some(hasBegun) ? 'live' : 'locked', line, week.is_locked ? outThisWeekText(facts) : null)
}

const teamsOf = (entries: readonly HeroEntry[]): string[] => entries.flatMap(({ pick }) => (pick === null ? [] : [pick.team]))

const hasBegun = ({ status }: BoardGame): boolean => status === 'in_progress' || status === 'final'

/** Whether the last game of the week is final. */
function isOver(games: readonly BoardGame[]): boolean {
  return games.some(({ status }) => status === 'final') && !games.some(isStillOpen)
}

function withoutPickText(undecided: readonly HeroEntry[], { entries, isMissedPickRisky }: HeroFacts): string {
  const count = undecided.filter(({ pick, seal }) => pick === null && seal === null).length
  if (count === 0) return ''
  const who = entries.length === 1 ? 'You have' : `${count} ${pluralize(count, 'has', 'have')}`
  return `${who} no pick${isMissedPickRisky ? ', which is a loss after the last game' : ''}.`
}

function outThisWeekText({ entries, week }: HeroFacts): string | null {
  const fallen = entries.filter((entry) => isOutIn(entry, week.week_number))
  const [only] = fallen
  if (only === undefined) return null
  return fallen.length === 1
    ? `${only.name} went out this week.`
    : `${formatCount(fallen.length, 'of your entries', 'of your entries')} went out this week.`
}

/** Every own pick is decided while other games go on. */
function through(facts: HeroFacts, inWeek: readonly HeroEntry[]): Hero {
  const { week, games } = facts
  const picks = picksInPlay(teamsOf(inWeek), games)
  const [only] = picks
  const end = picks.length === 1 && only !== undefined ? endText(only) : null
  const lost = costText(inWeek, week.week_number)
  const who = facts.entries.length === 1 ? `You are through week ${week.week_number}` : throughText(facts, inWeek.length)
  return hero('through', `${who}${end === null ? '' : `: ${end}`}.${lost === '' ? '' : ` ${lost}`}`, outThisWeekText(facts))
}

const throughText = ({ entries, week }: HeroFacts, count: number): string =>
  `${countText(count, entries.length)} ${pluralize(count, 'is', 'are')} through week ${week.week_number}`

/** After the last final: "You survived week 9 with 80 others." */
function survived(facts: HeroFacts, inWeek: readonly HeroEntry[]): Hero {
  const { entries, week, others } = facts
  const count = inWeek.length
  const began = count + entries.filter((entry) => isOutIn(entry, week.week_number)).length
  const who =
    entries.length === 1 ? 'You survived' : `${count === 1 && began === 1 ? 'Your last entry' : countText(count, began)} survived`
  const company = others === null ? '' : others === 0 ? ', and nobody else did' : ` with ${formatCount(others, 'other')}`
  return hero('through', `${who} week ${week.week_number}${company}.`, costText(inWeek, week.week_number) || null)
}

/** What surviving cost: lives, or losses that do not count. */
function costText(inWeek: readonly HeroEntry[], week: number): string {
  const lost = inWeek.filter(({ pick, lives }) => pick?.result === 'loss' || lives?.lostWeeks.includes(week) === true)
  const lives = lost.filter((entry) => entry.lives?.lostWeeks.includes(week) === true)
  const boughtBack = lost.filter((entry) => !lives.includes(entry) && isBoughtBack(entry, week))
  const waived = lost.length - lives.length - boughtBack.length
  return [
    lives.length > 0 ? livesText(lives, inWeek.length) : '',
    boughtBack.length > 0 ? `${subject(boughtBack.length, inWeek.length)} bought back in.` : '',
    waived > 0 ? `${subject(waived, inWeek.length)} lost, and the loss was waived.` : '',
  ]
    .filter((text) => text !== '')
    .join(' ')
}

const isBoughtBack = ({ buyback }: HeroEntry, week: number): boolean =>
  buyback?.status === 'confirmed' && buyback.week_number === week

const subject = (count: number, of: number): string => (of === 1 ? 'You' : `${count} of them`)

function livesText(lives: readonly HeroEntry[], of: number): string {
  const left = lives[0]?.lives?.left ?? 0
  if (of === 1) return `It cost a life: ${left} left.`
  return `${lives.length} of them lost a life.`
}

function out(facts: HeroFacts): Hero {
  const { entries, week, games, isClosed } = facts
  const weeks = entries.map(({ standing }) => (standing?.status === 'out' ? standing.eliminatedWeek : 0))
  const last = Math.max(...weeks)
  const fallen = entries.filter((entry) => isOutIn(entry, last))
  const isNow = last === week.week_number && isClosed
  const who =
    entries.length === 1
      ? 'You'
      : fallen.length === entries.length
        ? countText(fallen.length, fallen.length)
        : fallen.length === 1
          ? 'Your last entry'
          : `Your last ${fallen.length} entries`
  const reason = isNow && fallen.length === 1 ? reasonText(fallen[0], games) : ''
  return hero('out', `${who} went out in week ${last}${reason}.`, afterOutText(facts))
}

function reasonText(entry: HeroEntry | undefined, games: readonly BoardGame[]): string {
  const standing = entry?.standing
  if (standing?.status !== 'out') return ''
  if (standing.cause === 'missed') return ': there was no pick'
  if (standing.cause === 'hand') return ', by an admin'
  const [pick] = picksInPlay(standing.team === null ? [] : [standing.team], games)
  const end = pick === undefined ? null : endText(pick)
  return end === null ? '' : `: ${end}`
}

function afterOutText(facts: HeroFacts): string | null {
  const canBuyBack = facts.entries.some((entry) => entry.canBuyBack)
  return canBuyBack ? 'You can buy back in: see below.' : othersText(facts)
}

/** How many entries of others are in. */
function othersText({ others, hasSeasonStarted }: HeroFacts): string | null {
  if (others === null || others === 0 || !hasSeasonStarted) return null
  return `${formatCount(others, 'entry is', 'entries are')} still in.`
}

function decided({ championIds, entries, week }: HeroFacts): Hero {
  const own = entries.filter(({ id }) => championIds.includes(id)).length
  const others = championIds.length - own
  const season = `the ${week.season_year} season`
  if (own === 0) {
    const last = Math.max(0, ...entries.map(({ standing }) => (standing?.status === 'out' ? standing.eliminatedWeek : 0)))
    return hero(
      'out',
      `${season.replace('the', 'The')} is decided.`,
      last > 0 ? `Your run ended in week ${last}.` : null,
      'Season over',
    )
  }
  const shared =
    others > 0 ? `You share the title of ${season} with ${formatCount(others, 'other entry', 'other entries')}.` : null
  return hero('through', shared ?? `You won ${season}.`, null, 'Champion')
}
