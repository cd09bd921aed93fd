import type { ParsedTopic } from '@outlast/contract/live/topics'
import type { Views } from '@outlast/contract/live/wire'
import {
  adminEntries,
  userInfos,
  adminView,
  gamesOf,
  lockProof,
  pickCounts,
  poolSetup,
  poolView,
  readChampions,
  readMatrix,
  readReveal,
  readSeasonRecord,
  roster,
  seasonEntries,
  seasonView,
  seasonWeeks,
  userEntries,
  userView,
  weekEntries,
  weekInfo,
  weekView,
} from '@outlast/projections'
import type { PoolRules } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** The view of any topic. */
export type AnyView = Views[keyof Views]

/** Queries that all see the database at the same position of the log. */
export type ViewQueries = ReturnType<typeof viewQueries>

export interface ViewReader {
  read<T>(use: (queries: ViewQueries) => Promise<T>): Promise<T>
}

export interface ViewReaderOptions {
  /** A pool of connections that the appender does not use. */
  readonly db: Kysely<Tables>
  readonly clubName: string
}

/** Creates the reader of views in PostgreSQL. Each call of `read` uses one snapshot of the database. */
export function postgresViewReader({ db, clubName }: ViewReaderOptions): ViewReader {
  return {
    read: (use) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (tx) => {
          // The first statement takes the snapshot for the whole transaction.
          const { position } = await tx.selectFrom('log_head').select('position').executeTakeFirstOrThrow()
          return use(viewQueries(tx, position, clubName))
        }),
  }
}

function viewQueries(tx: Kysely<Tables>, position: number, clubName: string) {
  return {
    position,
    weekInfo: (weekId: number) => weekInfo(tx, weekId),
    pickCount: async (weekId: number) => (await pickCounts(tx, [weekId])).get(weekId) ?? 0,
    games: (weekId: number, gameIds: readonly number[]) => gamesOf(tx, weekId, gameIds),
    /** Reads a week's rows in the order of its view: all of them, or those of some entries. */
    weekEntries: (weekId: number, entryIds?: readonly number[]) => weekEntries(tx, weekId, entryIds),
    /** Reads the ids of the entries that were alive when the week locked. */
    roster: async (weekId: number): Promise<ReadonlySet<number>> => {
      const week = await weekInfo(tx, weekId)
      const rows = week === undefined ? [] : await roster(tx, week)
      return new Set(rows.filter((row) => row.isIn).map((row) => row.id))
    },
    seasonWeeks: (seasonYear: number) => seasonWeeks(tx, seasonYear),
    seasonEntries: (seasonYear: number, entryIds?: readonly number[]) => seasonEntries(tx, seasonYear, entryIds),
    pool: () => poolView(tx, { clubName }),
    setup: () => poolSetup(tx),
    userEntries: (userId: number, entryIds: readonly number[]) => userEntries(tx, userId, entryIds),
    users: (userIds: readonly number[]) => userInfos(tx, userIds),
    adminEntries: (entryIds: readonly number[]) => adminEntries(tx, entryIds),
    /** Reads a week's rows of `projections.reveal`; `undefined` if there is no such week. */
    reveal: async (weekId: number) => {
      const week = await weekInfo(tx, weekId)
      return week === undefined ? undefined : { week, picks: await readReveal(tx, week) }
    },
    /** Reads the proof of a locked week, given the rules of its season; `undefined` if the week is open. */
    lockProof: (weekId: number, rules: PoolRules) => lockProof(tx, weekId, rules),
    /** Reads a season of `projections.matrix`. */
    matrix: (seasonYear: number) => readMatrix(tx, seasonYear),
    /** Reads the champions of a season from `projections.leaderboard`. */
    champions: (seasonYear: number) => readChampions(tx, seasonYear),
    /** Reads what the hall of fame shows of a season. */
    seasonRecord: (seasonYear: number, isOver: boolean) => readSeasonRecord(tx, seasonYear, isOver),
    /** Reads a whole view; `undefined` if the topic does not exist. */
    view: (topic: ParsedTopic): Promise<AnyView | undefined> => {
      switch (topic.kind) {
        case 'week':
          return weekView(tx, topic.id)
        case 'season':
          return seasonView(tx, topic.id)
        case 'pool':
          return poolView(tx, { clubName })
        case 'user':
          return userView(tx, topic.id)
        case 'admin':
          return adminView(tx)
        default:
          return topic satisfies never
      }
    },
  }
}
