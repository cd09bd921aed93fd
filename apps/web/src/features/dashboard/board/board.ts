import { comparedWithRule, hasSeveralLives, type NoTeamLeft, type PickResult } from '@outlast/domain/rules'
import { currentBuyback } from '@outlast/contract/buyback'
import {
  type BuybackInfo,
  type GameInfo,
  type PoolView,
  type ProxiedEntry,
  type RulesInfo,
  type SeasonView,
  type SeasonWeek,
  type UserEntry,
  type UserPick,
  type UserView,
  type WeekInfo,
  type WeekView,
} from '@outlast/contract/live'
import {
  type Standing,
  lostWeeksOf,
  type OpenWeek,
  openWeeksOf,
  teamUsesOf,
  renewSeasonOf,
  type Outlook,
  outlookIn,
  resultsOf,
  standingsOf,
  takesPartIn,
  usedTeams,
  voidReason,
} from '@outlast/views'
import type { GameLike, StandingLike } from '../../../pool/pool-text.ts'
import type { MadeBy } from '@outlast/contract'
import { isNewer, type PickAnswer } from '../../../pick-drafts/pick-drafts.ts'
import { gameOfTeam } from '../../../pool/pick-rules.ts'
import type { EntryProxy } from '../../../pool/proxies/end-text.ts'
import { type Champions, championsOf, type Title, titleOf } from './champions.ts'
import { picksOf } from './places.ts'

/** The week that the board shows: the current one, or an open one that the member chose. */
export type BoardWeek = Pick<
  WeekInfo,
  | 'id'
  | 'season_year'
  | 'week_number'
  | 'picks'
  | 'lock_time'
  | 'is_locked'
  | 'ineligible_teams'
  | 'reopened_after_reveal'
  | 'unmasked'
  | 'unmask_reason'
>

/** A game of that week. */
export type BoardGame = Omit<GameInfo, 'espn_id' | 'final_by_admin' | 'result_at'> & Partial<Pick<GameInfo, 'result_at'>>

/** An entry's pick in that week. */
export interface BoardPick {
  readonly id: number
  /** Which of the picks of the week it is. Left out for the first. */
  readonly slot?: number | undefined
  readonly team: string
  /** When the pick was recorded, in real time. */
  readonly savedAt: string
  /** The receipt's number, which is the pick's position in the log. */
  readonly receipt: number
  readonly isOverride: boolean
  readonly isAuto: boolean
  /** Left out where its owner made it in person. */
  readonly madeBy?: MadeBy | undefined
  /**
   * The locked week in which the entry used the team, or the pick’s own week if the team has no game in it, so that the pick can’t stand
   * (docs/rules.md §3.9); null if it can.
   */
  readonly usedIn: number | null
  readonly result: PickResult
}

/** The picks of an entry in a week that takes several. */
export interface SeveralPicks {
  /** How many it takes. */
  readonly slots: number
  readonly picks: readonly BoardPick[]
  /** The one that this place is for. */
  readonly slot: number
}

/** An admin's attempt that was refused because it would have used the team of another hidden pick. */
interface RefusedOverrideNotice {
  /** Its position in the log. */
  readonly position: number
  readonly recordedAt: string
}

/** The lives of an entry, in a pool in which it begins with several. */
interface BoardLives {
  readonly left: number
  readonly of: number
  /** The weeks in which it lost lives; empty when unknown. */
  readonly lostWeeks: readonly number[]
  /** Those that it missed before it joined, and that cost a life each. */
  readonly missedWeeks: readonly number[]
}

/** One of the member's entries, or one of another member's for which the member picks. */
export interface BoardEntry {
  readonly id: number
  readonly name: string
  /** Whether it is of a person without an account, and the member keeps it. */
  readonly isPaper?: boolean | undefined
  /** Null of another member's entry. */
  readonly isPaid: boolean | null
  /** Left out while nobody picks for its owner. */
  readonly proxy?: EntryProxy | undefined
  /** Whether it takes part in the current week's season. */
  readonly takesPart: boolean
  /** The started season that it can be renewed for; null if there is none. */
  readonly renewSeason: number | null
  /** Null without a pick in the week. In a week with several, the first one. */
  readonly pick: BoardPick | null
  /** Left out where the week takes one pick. */
  readonly several?: SeveralPicks | undefined
  /** Whether an earlier pick is hidden from its owner: the one of this week, or one of another week (docs/rules.md §11.6). */
  readonly seal: 'this_week' | 'other_week' | null
  /** Left out while it has a team for the week. */
  readonly teamsLeft?: NoTeamLeft | undefined
  /** The teams used in other weeks of the season, with the week's number. */
  readonly used: ReadonlyMap<string, number>
  readonly title: Title
  /** Null while the season loads. */
  readonly standing: StandingLike | null
  /** Null in a pool in which an entry has one life, and while the season loads. */
  readonly lives: BoardLives | null
  /** The teams for automatic picks, best first; null when sealed or unknown. */
  readonly ranking: readonly string[] | null
  /** The last request of the season to buy it back in. */
  readonly buyback: BuybackInfo | null
  /** What the rules make of it in the week before its lock; null when unknown. */
  readonly outlook: Outlook | null
  /** Who made the pick that eliminated the entry; null when unknown. */
  readonly lostPickBy: 'owner' | 'admin' | 'automatic' | null
  /**
   * What an entry that began a locked week with a pick missing loses when the week ends, which may be a number of lives; null before the
   * lock and where it is not known.
   */
  readonly missedCosts: 'entry' | number | 'nothing' | null
  /** The game that eliminated the entry, if it belongs to the current week. */
  readonly lostGame: GameLike | null
  /** An admin's last refused attempt to set a pick of the entry (docs/rules.md §3.4). Null when unknown. */
  readonly refusedOverride: RefusedOverrideNotice | null
  /** The open weeks of the season in which it can pick, whichever is current. */
  readonly openWeeks: readonly OpenWeek[]
  /** The week of that game otherwise. A new object whenever one of the week's results changes. */
  readonly lostWeek: SeasonWeek | null
}

/** The data of the dashboard, from the live views or from the REST API. */
export interface Board extends Champions {
  readonly isAdmin: boolean
  readonly week: BoardWeek | null
  readonly currentWeek: Pick<WeekInfo, 'id' | 'week_number' | 'lock_time' | 'is_locked'> | null
  /** The season's first week. After its lock, members cannot rename or delete entries (docs/rules.md §8.2). */
  readonly firstWeek: Pick<WeekInfo, 'lock_time' | 'is_locked'> | null
  /** The week whose lock closes the season for new entries; null while they can join, and when unknown. */
  readonly lastEntryWeek: Pick<WeekInfo, 'lock_time' | 'is_locked' | 'week_number'> | null
  /** Null when unknown. */
  readonly rules: RulesInfo | null
  /** Null while the games load. */
  readonly games: readonly BoardGame[] | null
  readonly entries: readonly BoardEntry[]
  /** The entries of others for which the member picks; none while unknown. */
  readonly forOthers: readonly BoardEntry[]
  /** The live view of the week, which covers all entries of the pool. */
  readonly view: WeekView | undefined
  readonly season: SeasonView | undefined
}

interface LiveViews {
  readonly pool: PoolView
  readonly user: UserView
  readonly week: WeekView | undefined
  readonly season: SeasonView | undefined
  /** Site time in milliseconds. */
  readonly now: number
}

/** Returns the week to show: the chosen one while it is open and of the current week's season, otherwise the current one. */
export function shownWeekId({ weeks, current_week_id: currentId }: PoolView, chosenId: number | null): number | null {
  const season = weeks.find(({ id }) => id === currentId)?.season_year
  return weeks.some(({ id, season_year, is_locked }) => id === chosenId && season_year === season && !is_locked)
    ? chosenId
    : currentId
}

/** Builds the board of a week from the live views, by default of the current one. The week and the season may arrive later. */
export function boardFromViews(views: LiveViews, chosenId: number | null = null): Board {
  const { pool, user, week: view, season } = views
  const week = latestWeek(pool, shownWeekId(pool, chosenId), view)
  const champions = championsOf(season)
  const toEntry = (entry: ShownEntry): BoardEntry => ({
    ...boardEntry(entry, week, views),
    title: titleOf(entry.id, champions.championIds),
    takesPart: season === undefined || takesPartIn(entry, pool.season_starts, season),
    renewSeason: renewSeasonOf(entry, pool.season_starts, week?.season_year ?? null),
  })
  return {
    isAdmin: user.user.is_admin,
    week,
    currentWeek: pool.weeks.find(({ id }) => id === pool.current_week_id) ?? null,
    firstWeek: week === null ? null : firstWeekOf(pool.weeks, week.season_year),
    lastEntryWeek: week === null ? null : lastEntryWeekOf(pool, week.season_year),
    rules: pool.rules,
    games: view?.games ?? null,
    entries: user.entries.map(toEntry),
    forOthers: (user.proxied ?? []).map((entry) => toEntry({ ...entry, ...NOT_SHOWN })),
    ...champions,
    view,
    season,
  }
}

/** Returns the newer of the two copies of a week, which the pool's topic and the week's own topic send. */
function latestWeek(pool: PoolView, weekId: number | null, view: WeekView | undefined): WeekInfo | null {
  const week = pool.weeks.find(({ id }) => id === weekId)
  if (week === undefined) return null
  return view !== undefined && view.week.id === week.id && view.week.version > week.version ? view.week : week
}

/** Returns the season's Week 1, or the first week in the pool if it joined the season later (docs/decisions/005). */
function firstWeekOf(weeks: readonly WeekInfo[], seasonYear: number, from = 1): WeekInfo | null {
  const ofSeason = weeks.filter(
    (week) => week.season_year === seasonYear && comparedWithRule(week.week_number, from) !== 'before',
  )
  return ofSeason.toSorted((a, b) => a.week_number - b.week_number)[0] ?? null
}

function lastEntryWeekOf({ weeks, rules: { late_entries } }: PoolView, seasonYear: number): WeekInfo | null {
  if (late_entries === 'allowed') return null
  return firstWeekOf(weeks, seasonYear, late_entries === 'closed' ? 1 : late_entries.until_week)
}

/** An own entry, or one of another member's. */
type ShownEntry = Omit<ProxiedEntry, 'owner_name' | 'ends_at' | 'week_number'> &
  Pick<UserEntry, 'is_paper' | 'buybacks' | 'ranking' | 'refused_override' | 'proxy'> &
  Partial<Pick<ProxiedEntry, 'owner_name' | 'ends_at' | 'week_number'>> & { readonly is_paid: boolean | null }

/** What nobody but the owner of an entry knows. */
const NOT_SHOWN = { is_paid: null, buybacks: [], ranking: null, refused_override: null } as const

function boardEntry(
  entry: ShownEntry,
  week: WeekInfo | null,
  { pool, week: view, season, now }: LiveViews,
): Omit<BoardEntry, 'takesPart' | 'renewSeason' | 'title'> {
  const standing = ownStanding(entry, season)
  const uses = teamUsesOf(pool.rules)
  const loss = standing?.status === 'out' && standing.cause === 'loss' ? standing : null
  const lostWeek = season?.weeks.find(({ week_number }) => week_number === loss?.eliminatedWeek) ?? null
  const isCurrent = lostWeek !== null && lostWeek.id === view?.week.id
  const own = entry.picks.filter(({ week_id }) => week_id === week?.id)
  const picks = own.flatMap(
    (pick) => boardPick(pick, view, voidReason(pick, entry.picks, pool.weeks, season, uses)?.week_number ?? null) ?? [],
  )
  const judged = { ...entry, is_paid: entry.is_paid !== false }
  const outlook = week === null ? null : outlookIn({ pool, week: view, season }, judged, week, now)
  return {
    id: entry.id,
    name: entry.name,
    isPaper: entry.is_paper,
    isPaid: entry.is_paid,
    proxy: proxyOf(entry),
    pick: picks[0] ?? null,
    several: severalOf(week, picks),
    seal: sealOf(entry.picks, week),
    used: usedTeams(entry.picks, week, uses),
    teamsLeft: outlook?.teamsLeft,
    standing,
    lives: livesOf(entry.id, standing, season),
    ranking: entry.ranking,
    buyback: currentBuyback(entry.buybacks, week?.season_year),
    outlook,
    refusedOverride: refusedOverrideOf(entry),
    openWeeks: season === undefined ? [] : openWeeksOf(entry, pool.weeks, season, uses),
    missedCosts: standing?.status === 'alive' ? missedCostsOf(entry.id, outlook, view) : null,
    lostPickBy: season === undefined || loss === null ? null : pickedBy(lostPickOf(entry, season, loss.eliminatedWeek)),
    lostGame: isCurrent ? (gameOfTeam(view?.games ?? [], loss?.team ?? '') ?? null) : null,
    lostWeek: isCurrent ? null : lostWeek,
  }
}

function proxyOf({ proxy, owner_name: owner, ends_at = null, week_number = null }: ShownEntry): EntryProxy | undefined {
  if (owner !== undefined) return { isOwner: false, name: owner, ends_at, week_number }
  return proxy && { isOwner: true, name: proxy.user_name, ends_at: proxy.ends_at, week_number: proxy.week_number }
}

function pickedBy(pick: UserPick | undefined): BoardEntry['lostPickBy'] {
  if (pick === undefined) return null
  return pick.is_auto ? 'automatic' : pick.is_override ? 'admin' : 'owner'
}

/** Returns what an entry that began a locked week with a pick missing loses when the week ends. */
function missedCostsOf(entryId: number, outlook: Outlook | null, view: WeekView | undefined): BoardEntry['missedCosts'] {
  if (outlook === null || view?.week.is_locked !== true || !view.entries.some(({ id }) => id === entryId)) return null
  const { count, costs } = outlook.missing
  if (count === 0 || costs === null) return null
  return costs.isOut ? 'entry' : costs.livesLost > 0 ? costs.livesLost : 'nothing'
}

function livesOf(entryId: number, standing: Standing | null, season: SeasonView | undefined): BoardLives | null {
  if (standing === null || season === undefined || !hasSeveralLives(season)) return null
  return {
    left: standing.livesLeft,
    of: season.lives,
    lostWeeks: lostWeeksOf(season, entryId),
    missedWeeks: lostWeeksOf(season, entryId, 'before_joining'),
  }
}

/** Returns the notice of an entry's last refused override. */
export function refusedOverrideOf({ refused_override: refused }: Pick<UserEntry, 'refused_override'>) {
  return refused === null ? null : { position: refused.position, recordedAt: refused.recorded_at }
}

function ownStanding(entry: ShownEntry, season: SeasonView | undefined): Standing | null {
  const standing = season === undefined ? undefined : standingsOf(season).get(entry.id)
  if (standing === undefined || season === undefined) return null
  if (standing.status === 'alive' || standing.cause !== 'loss') return standing
  // Before the lock the season hides the team of a loss, but members know their own.
  const pick = lostPickOf(entry, season, standing.eliminatedWeek)
  return { ...standing, team: (pick?.team_abbr ?? standing.team) as typeof standing.team }
}

/** Returns the pick that lost in a week; its first one where none is known to have lost. */
function lostPickOf(
  { picks }: Pick<UserEntry, 'picks'>,
  { season_year: season, weeks }: SeasonView,
  week: number,
): UserPick | undefined {
  const own = picks.filter(({ season_year, week_number }) => season_year === season && week_number === week)
  const results = weeks.find(({ week_number }) => week_number === week)?.results
  return own.find(({ team_abbr }) => results?.[team_abbr ?? ''] === 'loss') ?? own[0]
}

/** Returns where an entry has a sealed pick. */
export function sealOf(
  picks: readonly Pick<UserPick, 'hidden' | 'week_id'>[],
  week: { readonly id: number } | null,
): BoardEntry['seal'] {
  const sealed = picks.filter(({ hidden }) => hidden === true)
  if (sealed.length === 0) return null
  return sealed.some(({ week_id }) => week_id === week?.id) ? 'this_week' : 'other_week'
}

function boardPick(pick: UserPick, view: WeekView | undefined, usedIn: number | null): BoardPick | null {
  const { id, slot, team_abbr: team, updated_at: savedAt, version: receipt, is_override: isOverride, is_auto: isAuto } = pick
  if (team === null || savedAt === null || receipt === null) return null
  const result = (view === undefined ? undefined : resultsOf(view).get(team)) ?? 'tbd'
  return { id, slot, team, savedAt, receipt, isOverride, isAuto, madeBy: pick.made_by, usedIn, result }
}

/** Returns the picks of an entry in a week that takes several, as the place for the first. */
export function severalOf(week: Pick<WeekInfo, 'picks'> | null, picks: readonly BoardPick[]): SeveralPicks | undefined {
  return week?.picks === undefined ? undefined : { slots: week.picks, picks, slot: 1 }
}

/** Returns an entry with what the pool answered to this device after the given version. */
export function withAnswers(
  entry: BoardEntry,
  weekId: number | undefined,
  answers: readonly PickAnswer[],
  version: number,
): BoardEntry {
  const { several } = entry
  const shown = picksOf(entry)
  const newer = answers.filter((answer) => {
    const pick = shown.find(({ slot }) => (slot ?? 1) === answer.slot)
    return answer.entryId === entry.id && answer.weekId === weekId && isNewer(answer, pick, version)
  })
  if (newer.length === 0) return entry
  const rest = shown.filter((pick) => newer.every(({ slot }) => slot !== (pick.slot ?? 1)))
  const own = newer.flatMap(({ slot, pick }) => (pick === null ? [] : [{ ...pick, slot, ...FRESH }]))
  const picks = [...rest, ...own].sort((a, b) => (a.slot ?? 1) - (b.slot ?? 1))
  return { ...entry, pick: picks[0] ?? null, several: several && { ...several, picks } }
}

/** A pick that a member has just made. */
const FRESH = { isOverride: false, isAuto: false, usedIn: null, result: 'tbd' } as const
