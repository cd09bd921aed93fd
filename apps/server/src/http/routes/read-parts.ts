import type { Champion } from '@outlast/contract'
import type { Topic } from '@outlast/contract/live/topics'
import type { Views } from '@outlast/contract/live/wire'
import type { PoolState, UserId } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { EncodedReply } from '../handler.ts'

/** Versions for ETags: positions of the log, so that the highest of several changes whenever one does. */
export interface ReadVersions {
  readonly current: (topic: Topic) => number
  /** Of what a member's own lists depend on: their topic, the pool, and the seasons' results. */
  readonly ofMember: (userId: UserId) => { readonly version: number; readonly topicVersion: number }
  readonly ofAdmins: () => { readonly version: number; readonly topicVersion: number }
}

/** A public topic's view, or what follows from it, encoded and compressed once for everybody at each version. */
export interface PublicBodies {
  /** @returns `undefined` when there is no such topic */
  readonly encoded: <K extends 'week' | 'season' | 'pool'>(
    topic: Topic,
    name: string,
    derive: (view: Views[K]) => unknown,
  ) => Promise<EncodedReply | undefined>
  /** The version that a client would be given now, without reading anything. */
  readonly version: (topic: Topic) => number
}

/** What reading takes. */
export interface ReadParts {
  readonly db: Kysely<Tables>
  readonly pool: () => PoolState
  /** Reads what other processes have recorded meanwhile: before something is said not to be there. */
  readonly catchUp: () => Promise<void>
  readonly versions: ReadVersions
  readonly bodies: PublicBodies
  /** Year of the current week's season. */
  readonly currentSeason: () => number | undefined
  /** Whether a member may still rename and delete entries (decisions.md §Rules 13). */
  readonly canRenameAndDelete: (userId: UserId) => boolean
  /** Who won the current season. */
  readonly champions: () => Promise<Champion[]>
}
