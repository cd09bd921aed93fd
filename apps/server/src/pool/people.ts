import { EVENTS, type RecordedEvent, type UserId } from '@outlast/domain'
import type { Directory, Person } from '@outlast/projections'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Follower } from './follower.ts'

/** The accounts whose rows have to be read. */
type Stale = ReadonlySet<UserId> | 'all'

/**
 * The names and addresses of accounts, which the log never contains, in memory. The events of the log say which accounts to read again: every
 * change of one is committed together with an event about it.
 */
export class People implements Directory {
  readonly #db: Kysely<Tables>
  readonly #people = new Map<UserId, Person>()
  #stale: Stale = 'all'
  #reading: Promise<void> | undefined
  #version = 0

  constructor(db: Kysely<Tables>, follower: Pick<Follower, 'onEvent'>) {
    this.#db = db
    follower.onEvent((event) => this.#note(event))
  }

  /** Increases with each change. */
  get version(): number {
    return this.#version
  }

  of(id: UserId): Person | undefined {
    return this.#people.get(id)
  }

  /** Whether it has every change of an account whose event this process has applied. */
  get isCurrent(): boolean {
    return this.#reading === undefined && this.#stale !== 'all' && this.#stale.size === 0
  }

  /** Reads the accounts that events have changed. Events may change others meanwhile. Rejects if the database does not answer. */
  refresh(): Promise<void> {
    // One read after the other, so that no older row replaces a newer one.
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined))
    return this.#reading
  }

  #note({ type, data }: Pick<RecordedEvent, 'type' | 'data'>): void {
    if (type === 'UsersAndEntriesPurged') this.#stale = 'all'
    else if (this.#stale !== 'all' && EVENTS[type].kind === 'user' && 'userId' in data) {
      this.#stale = new Set(this.#stale).add(data.userId)
    }
  }

  async #read(): Promise<void> {
    const stale = this.#stale
    this.#stale = new Set()
    try {
      const columns = this.#db.selectFrom('accounts').select(['user_id', 'email', 'first_name', 'last_name', 'mobile'])
      const rows = await (stale === 'all' ? columns : columns.where('user_id', 'in', [...stale])).execute()
      for (const id of stale === 'all' ? [...this.#people.keys()] : stale) this.#people.delete(id)
      for (const { user_id: id, ...person } of rows) this.#people.set(id as UserId, person)
      this.#version += 1
    } catch (error) {
      this.#stale = union(stale, this.#stale)
      throw error
    }
  }
}

function union(a: Stale, b: Stale): Stale {
  return a === 'all' || b === 'all' ? 'all' : new Set([...a, ...b])
}
