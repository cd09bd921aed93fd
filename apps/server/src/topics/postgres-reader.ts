import type { ParsedTopic } from '@outlast/contract/live/topics'
import {
  adminEntries,
  adminUsers,
  adminView,
  gamesOf,
  pickCounts,
  poolView,
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
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { AnyView, LiveReader, ViewQueries } from './reader.ts'

export interface PostgresReaderParts {
  /** Not the appender's connections. */
  readonly db: Kysely<Tables>
  readonly clubName: string
}

/** Reads views from the projections. What is read in one go is of one snapshot of the database, log position included. */
export function postgresReader({ db, clubName }: PostgresReaderParts): LiveReader {
  return {
    read: (use) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (tx) => {
          // The first statement takes the snapshot that all others see.
          const { rows } = await sql<{ position: number }>`SELECT position FROM log_head`.execute(tx)
          return use(queriesOn(tx, rows[0]?.position ?? 0, clubName))
        }),
  }
}

function queriesOn(tx: QueryExecutorProvider, position: number, clubName: string): ViewQueries {
  return {
    position,
    weekInfo: (weekId) => weekInfo(tx, weekId),
    pickCount: async (weekId) => (await pickCounts(tx, [weekId])).get(weekId) ?? 0,
    games: (weekId, gameIds) => gamesOf(tx, weekId, gameIds),
    weekEntries: (weekId, entryIds) => weekEntries(tx, weekId, entryIds),
    roster: async (weekId) => {
      const week = await weekInfo(tx, weekId)
      const rows = week === undefined ? [] : await roster(tx, week)
      return new Set(rows.filter((row) => row.isIn).map((row) => row.id))
    },
    seasonWeeks: (seasonYear) => seasonWeeks(tx, seasonYear),
    seasonEntries: (seasonYear, entryIds) => seasonEntries(tx, seasonYear, entryIds),
    pool: () => poolView(tx, { clubName }),
    userEntries: (userId, entryIds) => userEntries(tx, userId, entryIds),
    users: (userIds) => adminUsers(tx, userIds),
    adminEntries: (entryIds) => adminEntries(tx, entryIds),
    view: (topic) => viewOf(tx, topic, clubName),
  }
}

function viewOf(tx: QueryExecutorProvider, topic: ParsedTopic, clubName: string): Promise<AnyView | undefined> {
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
}
