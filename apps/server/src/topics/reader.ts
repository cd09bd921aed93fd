import type { ParsedTopic } from '@outlast/contract/live/topics'
import type {
  AdminEntry,
  GameInfo,
  PoolView,
  SeasonEntry,
  SeasonWeek,
  UserEntry,
  UserInfo,
  Views,
  WeekEntry,
  WeekInfo,
} from '@outlast/contract/live/wire'

/** Any topic's view. */
export type AnyView = Views[keyof Views]

/** What live messages and snapshots read, all as of one position of the log. */
export interface ViewQueries {
  readonly position: number
  weekInfo(weekId: number): Promise<WeekInfo | undefined>
  pickCount(weekId: number): Promise<number>
  games(weekId: number, gameIds: readonly number[]): Promise<readonly GameInfo[]>
  /** Rows of a week's view, in its order; all of them, or some by id. */
  weekEntries(weekId: number, entryIds?: readonly number[]): Promise<readonly WeekEntry[]>
  /** Ids of the entries that went into a week alive. */
  roster(weekId: number): Promise<ReadonlySet<number>>
  seasonWeeks(seasonYear: number): Promise<readonly SeasonWeek[]>
  seasonEntries(seasonYear: number, entryIds?: readonly number[]): Promise<readonly SeasonEntry[]>
  pool(): Promise<PoolView>
  userEntries(userId: number, entryIds: readonly number[]): Promise<readonly UserEntry[]>
  users(userIds: readonly number[]): Promise<readonly UserInfo[]>
  adminEntries(entryIds: readonly number[]): Promise<readonly AdminEntry[]>
  /** A whole view; `undefined` when there is no such thing. */
  view(topic: ParsedTopic): Promise<AnyView | undefined>
}

/** A way to the tables: everything that is read in one go is of one moment. */
export interface LiveReader {
  read<T>(use: (queries: ViewQueries) => Promise<T>): Promise<T>
}
