import { toSetup } from '@outlast/contract/rest/club'
import { toWeek } from '@outlast/contract/rest/weeks'
import type { SeasonView } from '@outlast/contract/live/wire'
import type { Round, UserId, WeekId } from '@outlast/domain'
import {
  adminEntry,
  championsOf,
  entriesWith,
  momentsOf,
  pickCount,
  poolView,
  rosterIn,
  seasonEntries,
  seasonMatrix,
  seasonRecord,
  seasonView,
  seasonWeeks,
  type Source,
  proxiedEntries,
  userEntry,
  userInfo,
  waitingIds,
  weekEntries,
  weekGames,
  weekReveal,
} from '@outlast/projections'
import type { Follower } from '../pool/follower.ts'
import type { People } from '../pool/people.ts'

/** What one call of {@link ViewReader.read} reads, all of it at the same position of the log. */
export type ViewQueries = ReturnType<typeof viewQueries>

export interface ViewReader {
  /** @param use does not wait for anything, so that the pool cannot change meanwhile */
  read<T>(use: (queries: ViewQueries) => T): Promise<T>
}

export interface ViewReaderOptions {
  readonly follower: Pick<Follower, 'pool' | 'position'>
  readonly people: People
  /** The name of the club while it has none of its own. */
  readonly clubName: string
}

/** Creates the reader of views from the pool in memory. */
export function viewReader({ follower, people, clubName }: ViewReaderOptions): ViewReader {
  let last: { readonly queries: ViewQueries; readonly names: number } | undefined
  return {
    async read(use) {
      // Nothing may come between this condition and `use`: an event that is applied there could name an account that is not read yet.
      while (!people.isCurrent) await people.refresh()
      if (last?.queries.position !== follower.position || last.names !== people.version) {
        const queries = viewQueries({ pool: follower.pool, people }, follower.position, clubName)
        last = { queries, names: people.version }
      }
      return use(last.queries)
    },
  }
}

/** Returns what a view reader answers of a pool as it is now. */
export function viewQueries(source: Source, position: number, clubName: string) {
  const { pool } = source
  const seasons = new Map<number, SeasonView>()
  const season = (year: number): SeasonView => {
    const view = seasons.get(year) ?? seasonView(source, year)
    seasons.set(year, view)
    return view
  }
  const roundOf = (weekId: number): Round | undefined => pool.rounds.get(weekId as WeekId)
  const entriesOfWeek = (weekId: number) => {
    const round = roundOf(weekId)
    return round === undefined ? [] : weekEntries(source, round, season(round.seasonYear))
  }
  return {
    position,
    source,
    weekInfo: (weekId: number) => {
      const round = roundOf(weekId)
      return round && toWeek(pool, round)
    },
    pickCount: (weekId: number) => {
      const round = roundOf(weekId)
      return round === undefined ? 0 : pickCount(source, round, season)
    },
    games: (weekId: number, gameIds: readonly number[]) => {
      const round = roundOf(weekId)
      return round === undefined ? [] : weekGames(source, round).filter(({ id }) => gameIds.includes(id))
    },
    moments: (weekId: number) => {
      const round = roundOf(weekId)
      return round && momentsOf(source, round)
    },
    /** Returns a week's rows in the order of its view: all of them, or those of some entries. */
    weekEntries: (weekId: number, entryIds?: readonly number[]) =>
      entriesOfWeek(weekId).filter(({ id }) => entryIds?.includes(id) !== false),
    /** Returns the ids of the entries that were alive when the week locked. */
    roster: (weekId: number): ReadonlySet<number> => {
      const round = roundOf(weekId)
      const rows = round === undefined ? [] : rosterIn(season(round.seasonYear), round)
      return new Set(rows.filter((row) => row.isIn).map((row) => row.id))
    },
    season,
    seasonWeeks: (year: number) => seasonWeeks(source, year),
    seasonEntries: (year: number, entryIds?: readonly number[]) => seasonEntries(source, year, entryIds),
    pool: () => poolView(source, clubName),
    setup: () => toSetup(pool.setup),
    waiting: () => waitingIds(pool),
    userEntries: (userId: number, entryIds: readonly number[]) =>
      entriesWith(pool, entryIds)
        .filter((entry) => entry.userId === userId)
        .map((entry) => userEntry(source, entry)),
    proxiedEntries: (userId: number) => proxiedEntries(source, userId as UserId),
    users: (userIds: readonly number[]) =>
      userIds.flatMap((id) => {
        const user = pool.users.get(id as UserId)
        return user === undefined ? [] : [userInfo(source, user)]
      }),
    adminEntries: (entryIds: readonly number[]) => entriesWith(pool, entryIds).map((entry) => adminEntry(source, entry)),
    /** Returns a week and the rows of its reveal; `undefined` if there is no such week. */
    reveal: (weekId: number) => weekReveal(source, weekId, season),
    matrix: (year: number) => seasonMatrix(season(year)),
    champions: (year: number) => championsOf(source, year),
    /** Returns what the hall of fame shows of a season. */
    seasonRecord: (year: number, isOver: boolean) => seasonRecord(source, season(year), isOver),
  }
}
