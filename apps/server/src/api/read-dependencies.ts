import type { Champion } from '@outlast/contract'
import type { Topic } from '@outlast/contract/live/topics'
import type { PoolState, UserId } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { ResponseCache } from '../http/response-cache.ts'
import type { ViewReader } from '../live/view-reader.ts'

/** The versions of a response that depends on several topics. */
interface ReadVersions {
  /** For the ETag: the highest version of all its topics. */
  readonly version: number
  readonly topicVersion: number
}

/** The dependencies of reads. */
export interface ReadDependencies {
  readonly db: Kysely<Tables>
  readonly pool: () => PoolState
  /** Reads what is derived from the pool. */
  readonly reader: ViewReader
  readonly versions: {
    readonly current: (topic: Topic) => number
    /** Returns the versions of a member’s own lists, which depend on their topic, the pool, the seasons' results and the scores of weeks. */
    readonly ofMember: (userId: UserId) => ReadVersions
    readonly ofAdmins: () => ReadVersions
  }
  readonly responses: ResponseCache
  /** Returns the year of the current week's season. */
  readonly currentSeason: () => number | undefined
  /** Returns whether a member may still rename and delete entries (docs/rules.md). */
  readonly canRenameAndDelete: (userId: UserId) => boolean
  /** Returns the winners of the current season. */
  readonly champions: () => Promise<Champion[]>
}
