import type { Champion, Dashboard, DashboardEntry, Elimination, Entry, Pick as PickRow } from '@outlast/contract'
import { revealOf } from '@outlast/views/reveal'
import { currentBuyback } from '@outlast/contract/buyback'
import { toMaskedPick, toPick } from '@outlast/contract/rest/picks'
import { currentAbsences, toParticipation } from '@outlast/contract/rest/entries'
import { eliminationOf } from '@outlast/contract/elimination'
import { openWeeksOf } from '@outlast/views/open-weeks'
import { usedTeams } from '@outlast/views/team-uses'
import { standingsOf } from '@outlast/views/standings'
import type { GameInfo, SeasonView, UserEntry, UserPick, WeekInfo } from '@outlast/contract/live/wire'
import {
  type EntryId,
  isUseCounted,
  mainContest,
  parsePickId,
  rulesOf,
  type Standing,
  type TeamUses,
  type UserId,
  type WeekId,
} from '@outlast/domain'
import {
  adminEntries,
  entryPicks,
  pickHistory,
  positionOfPick,
  readPickEvents,
  receiptOf,
  seasonView,
  type Source,
  userEntries,
  userEntry,
  userInfos,
  weekGames,
  weekInfos,
} from '@outlast/projections'
import { handlers } from '../http/handler.ts'
import { readRemindersOf } from '../messages/send-reminders.ts'
import { readArrivals } from '../outbox/status.ts'
import { shownEntry } from './entries.ts'
import { HttpError } from '../lib/http-error.ts'
import type { ReadDependencies } from './read-dependencies.ts'

/** Reads of a member’s own entries and picks, and of all entries and picks for admins. */
export function memberReads(deps: ReadDependencies) {
  const { db, reader } = deps
  return handlers({
    getDashboard: async (_input, { viewer, clientHas }) => {
      if (viewer.kind === 'visitor') throw new HttpError('unauthenticated')
      const { version, topicVersion } = deps.versions.ofMember(viewer.userId)
      if (clientHas(version)) return { status: 304, version, topicVersion }
      const champions = await deps.champions()
      const body = await reader.read(({ source }) => dashboardOf(deps, source, viewer.userId, champions))
      return { status: 200, body, version, topicVersion }
    },
    userReminders: async ({ params }, { viewer }) => {
      const isOwner = viewer.kind !== 'visitor' && viewer.userId === params.id
      const pool = deps.pool()
      if ((!isOwner && viewer.kind !== 'admin') || !pool.users.has(params.id)) throw new HttpError('user_not_found')
      const rows = await readRemindersOf(db, params.id, pool.siteClock.mode !== 'real')
      const arrivals = await readArrivals(
        db,
        rows.map(({ position }) => position),
      )
      const body = rows.map(({ position, weekId, offset, at, mail, push }) => {
        return { week_id: weekId, offset, at, mail, push, arrived: arrivals.of(position, params.id, { mail, push }) }
      })
      return { status: 200, body }
    },
    userEntries: async ({ params }, { viewer, clientHas }) => {
      const isOwner = viewer.kind !== 'visitor' && viewer.userId === params.id
      if (!isOwner && viewer.kind !== 'admin') throw new HttpError('user_not_found')
      if (deps.pool().users.get(params.id) === undefined) throw new HttpError('user_not_found')
      // For the owner only: these versions move with hidden picks (docs/rules.md §10.1).
      const versions = isOwner ? deps.versions.ofMember(params.id) : undefined
      if (versions !== undefined && clientHas(versions.version)) return { status: 304, ...versions }
      const body = await reader.read(({ source }) => {
        const entries = userEntries(source, params.id)
        return entries.map(ownEntryRows(deps, standingsFor(deps, source, entries)))
      })
      return { status: 200, body, ...versions }
    },
    getEntry: async ({ params }, { viewer }) => {
      const isOwner = viewer.kind !== 'visitor' && viewer.userId === deps.pool().entries.get(params.id)?.userId
      if (!isOwner && viewer.kind !== 'admin') throw new HttpError('entry_not_found')
      const body = await reader.read(({ source }) => {
        const row = userEntry(source, source.pool.entries.get(params.id) ?? notFound('entry_not_found'))
        return ownEntryRows(deps, standingsFor(deps, source, [row]))(row)
      })
      return { status: 200, body }
    },
    entryPicks: async ({ params }, { viewer, clientHas }) => {
      const owner = deps.pool().entries.get(params.id)?.userId
      // An admin's copy carries no version, because it would move with hidden picks (docs/rules.md §10.1).
      const versions = viewer.kind !== 'visitor' && viewer.userId === owner ? deps.versions.ofMember(viewer.userId) : undefined
      if (versions !== undefined && clientHas(versions.version)) return { status: 304, ...versions }
      const picks = await reader.read(({ source }) => entryPicks(source, viewer, params.id))
      if (picks === undefined) throw new HttpError('entry_not_found')
      return { status: 200, body: [...picks], ...versions }
    },
    getRanking: async ({ params }, { viewer }) => {
      if (viewer.kind === 'visitor') throw new HttpError('unauthenticated')
      const { ranking } = await ownEntry(deps, viewer.userId, params.id)
      return { status: 200, body: ranking === null ? { teams: [], hidden: true } : { teams: [...ranking] } }
    },
    getSplitVote: async ({ params }, { viewer }) => {
      if (viewer.kind === 'visitor') throw new HttpError('unauthenticated')
      const { split_choice: choice = null } = await ownEntry(deps, viewer.userId, params.id)
      return { status: 200, body: { choice } }
    },
    entryHistory: async ({ params }, { viewer }) => {
      const events = await readPickEvents(db, params.id)
      const history = await reader.read(({ source }) => pickHistory(source, viewer, params.id, events))
      if (history === undefined) throw new HttpError('entry_not_found')
      return { status: 200, body: history }
    },
    getPick: async ({ params }, { viewer }) => {
      const picks = await reader.read(({ source }) => entryPicks(source, viewer, parsePickId(params.id).entryId))
      const pick = picks?.find(({ id }) => id === params.id)
      if (pick === undefined) throw new HttpError('pick_not_found')
      return { status: 200, body: pick }
    },
    pickReceipt: async ({ params }, { viewer }) => {
      const position = await reader.read(({ source }) => positionOfPick(source, viewer, params.id))
      if (position === undefined) throw new HttpError('pick_not_found')
      return { status: 200, body: await reader.read(({ source }) => receiptOf(db, source.people, params.id, position)) }
    },
    adminListEntries: async (_input, { viewer, clientHas }) => {
      const { version, topicVersion } = deps.versions.ofAdmins()
      if (clientHas(version)) return { status: 304, version, topicVersion }
      const rows = await reader.read(({ source }) => adminEntries(source).map(entryRows(deps, standingsFor(deps, source))))
      return { status: 200, body: rows.map((row) => shownEntry(viewer, row)), version, topicVersion }
    },
    adminListUsers: async (_input, { clientHas }) => {
      const topicVersion = deps.versions.current('admin')
      if (clientHas(topicVersion)) return { status: 304, topicVersion }
      return { status: 200, body: [...(await reader.read(({ source }) => userInfos(source)))], topicVersion }
    },
  })
}

function notFound(code: 'entry_not_found'): never {
  throw new HttpError(code)
}

/** Returns an entry for its owner. For anyone else it does not exist. */
function ownEntry({ reader }: ReadDependencies, viewer: UserId, id: EntryId): Promise<UserEntry> {
  return reader.read(({ source }) => {
    const entry = source.pool.entries.get(id)
    return entry?.userId === viewer ? userEntry(source, entry) : notFound('entry_not_found')
  })
}

interface CurrentSeason {
  readonly view: SeasonView
  readonly standings: ReadonlyMap<number, Standing>
}

/** Returns the standings of some or all entries in the current season; undefined without a week. */
function standingsFor(
  deps: ReadDependencies,
  source: Source,
  entries?: readonly { readonly id: number }[],
): CurrentSeason | undefined {
  const seasonYear = deps.currentSeason()
  if (seasonYear === undefined) return undefined
  const view = seasonView(
    source,
    seasonYear,
    entries?.map(({ id }) => id),
  )
  return { view, standings: standingsOf(view) }
}

type Row = Omit<UserEntry, 'picks' | 'ranking' | 'refused_override' | 'split_choice' | 'proxy'>

/** Returns a function that builds the row of an entry in the season of the current week. */
function entryRows({ pool }: ReadDependencies, season: CurrentSeason | undefined) {
  const absence = currentAbsences(pool())
  const participation = (id: number): Pick<Entry, 'takes_part' | 'renew_season'> => {
    const entry = pool().entries.get(id as EntryId)
    return entry === undefined ? { takes_part: true, renew_season: null } : toParticipation(pool(), entry, absence)
  }
  return <R extends Row>({ buybacks, created_position: _created, renewals: _renewals, ...row }: R) => ({
    ...row,
    ...eliminationOf(season?.standings.get(row.id)),
    buyback: currentBuyback(buybacks, season?.view.season_year),
    ...participation(row.id),
  })
}

/** Admins read these rows too, so that what only the owner may know is left out. */
function ownEntryRows(deps: ReadDependencies, season: CurrentSeason | undefined): (row: UserEntry) => Entry {
  const rowOf = entryRows(deps, season)
  return ({ picks: _picks, ranking: _ranking, refused_override: _refused, split_choice: _choice, proxy: _proxy, ...row }) =>
    rowOf(row)
}

function dashboardOf(deps: ReadDependencies, source: Source, userId: UserId, champions: Champion[]): Dashboard {
  const { pool } = source
  const [weeks, entries] = [weekInfos(source), userEntries(source, userId)]
  const week = weeks.find(({ id }) => id === pool.currentWeekId)
  const season = standingsFor(deps, source, entries)
  const rowOf = ownEntryRows(deps, season)
  const rules = week === undefined ? pool.rules : rulesOf(pool, mainContest(week.season_year))
  const games = new Map(
    (season?.view.weeks ?? []).map(({ id }) => {
      const round = pool.rounds.get(id as WeekId)
      return [id, round === undefined ? [] : weekGames(source, round)]
    }),
  )
  return {
    current_week: week === undefined ? null : { ...week, ineligible_teams: [...week.ineligible_teams] },
    entries: entries.map((entry) => ({
      ...rowOf(entry),
      ...dashboardFields(entry, week, season, games, rules),
      open_weeks: season === undefined ? [] : openWeeksOf(entry, weeks, season.view, rules).map((open) => ({ ...open })),
    })),
    can_rename_and_delete: deps.canRenameAndDelete(userId),
    champions,
  }
}

type GamesByWeek = ReadonlyMap<number, readonly GameInfo[]>

function dashboardFields(
  entry: UserEntry,
  week: WeekInfo | undefined,
  season: CurrentSeason | undefined,
  games: GamesByWeek,
  rules: TeamUses,
): Omit<DashboardEntry, keyof Entry | 'open_weeks'> {
  const standing = season?.standings.get(entry.id)
  const inSeason = entry.picks.filter((pick) => pick.season_year === season?.view.season_year)
  const [held, ...more] = inSeason.filter((pick) => pick.week_id === week?.id)
  const others = inSeason.filter((pick) => pick.week_id !== week?.id)
  const used = usedTeams(others, week, rules)
  const isUsedUp = (team: string, weekNumber: number) =>
    used.has(team) && week !== undefined && isUseCounted(rules, weekNumber, week.week_number)
  return {
    has_pick: held !== undefined,
    has_sealed_pick: entry.picks.some((pick) => pick.hidden === true),
    pick: held === undefined || week === undefined ? null : pickRow(entry, held, week, games),
    ...(week?.picks !== undefined && { more: more.map((pick) => pickRow(entry, pick, week, games)) }),
    used_teams: others.flatMap(({ team_abbr, week_id, week_number }) =>
      team_abbr === null || !isUsedUp(team_abbr, week_number) ? [] : [{ team_abbr, week_id, week_number }],
    ),
    elimination: detailElimination(standing, season?.view, games),
    refused_override: entry.refused_override,
  }
}

function pickRow(entry: UserEntry, pick: UserPick, week: WeekInfo, games: GamesByWeek): PickRow {
  if (pick.team_abbr === null) {
    return toMaskedPick(entry.id, pick, { id: week.id, seasonYear: week.season_year, weekNumber: week.week_number })
  }
  const shown = [{ id: entry.id, name: entry.name, team: pick.team_abbr, is_override: pick.is_override, is_auto: pick.is_auto }]
  const row = revealOf({ week, pick_count: 1, games: games.get(week.id) ?? [], entries: shown }).rows[0]
  return toPick(entry.id, pick, { result: row?.result ?? null, result_at: row?.result_at ?? null })
}

/** Returns why an entry is out, with the game that eliminated it, as in "Out in week 4: DAL 40–40 GB". */
function detailElimination(standing: Standing | undefined, view: SeasonView | undefined, games: GamesByWeek): Elimination | null {
  if (standing?.status !== 'out' || view === undefined) return null
  const week = view.weeks.find((other) => other.week_number === standing.eliminatedWeek)
  // *Set All to Final* can eliminate an entry before the reveal. Then the team stays hidden.
  const team = week?.is_locked === true ? standing.team : null
  const played = week === undefined ? [] : (games.get(week.id) ?? [])
  const game = played.findLast(
    (other) => other.status === 'final' && [other.home_team_abbr, other.away_team_abbr].includes(team ?? ''),
  )
  return {
    cause: standing.cause,
    week_number: standing.eliminatedWeek,
    team_abbr: team,
    game: game === undefined ? null : scoreOf(game),
  }
}

function scoreOf({ away_team_abbr, home_team_abbr, away_score, home_score }: GameInfo): NonNullable<Elimination['game']> {
  return { away_team_abbr, home_team_abbr, away_score, home_score }
}
