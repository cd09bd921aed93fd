import {
  type ChainHead,
  currentRound,
  does,
  type Instant,
  instantToMs,
  isSeasonDecided,
  type PoolState,
  seasonResults,
} from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { SIGN_LOCK } from '../database/locks.ts'
import { readDatabaseTime } from '../database/database-clock.ts'
import type { Tables } from '../database/tables.ts'
import { commandForm } from '../lib/command-form.ts'
import { readHead } from '../log/read.ts'
import { firstMismatch, type SignedHead, type SignedHeads } from '../log/signed-heads.ts'
import type { Follower } from '../pool/follower.ts'
import type { Job } from './job.ts'

// Raw SQL: an advisory lock.

const DAY_MS = 86_400_000
/** How often to check whether a head is due or could not be signed, in milliseconds. */
const CHECK_EVERY_MS = 60_000

interface HeadSignerOptions {
  readonly heads: SignedHeads
  readonly db: Kysely<Tables>
  readonly follower: Pick<Follower, 'state' | 'onEvent' | 'onAdvanced'>
  readonly now: () => Instant
  readonly log: Pick<Logger, 'error'>
  /** Queues what says that heads were signed, in the same transaction. */
  readonly announce?: (tx: Kysely<Tables>, positions: readonly number[]) => Promise<void>
}

/**
 * Signs the head of the log at the start, after the first event, at each lock, when a week is complete and when a season is decided, and with
 * its job once a day.
 */
export class HeadSigner {
  /** Signs once a day, and again what could not be signed. Each process does so: its data folder may be its own. */
  readonly job: Job = {
    name: 'the signatures of the log',
    every: CHECK_EVERY_MS,
    run: () => (this.#lastTask = this.#lastTask.then(() => this.#signDaily())),
  }
  readonly #options: HeadSignerOptions
  #due: ChainHead[] = []
  #hasSigned = false
  #results: ReadonlySet<string> = new Set()
  #mayHaveResults = false
  #mismatch: number | undefined
  #lastTask: Promise<void> = Promise.resolve()

  constructor(options: HeadSignerOptions) {
    this.#options = options
    options.follower.onEvent((event) => {
      if (event.type === 'WeekLocked' || !this.#hasSigned) this.#request(event)
      if (does(event, 'may_decide')) this.#mayHaveResults = true
    })
    options.follower.onAdvanced(() => this.#signResults())
  }

  /** The lowest position at which the log differs from the signed heads, as of the start or the last signature; undefined if it matches. */
  get mismatch(): number | undefined {
    return this.#mismatch
  }

  start(): void {
    const { head, pool } = this.#options.follower.state
    this.#results = resultsIn(pool)
    this.#lastTask = this.#lastTask.then(() => this.#compareWithLog())
    if (head.position > 0) this.#request(head)
  }

  async stop(): Promise<void> {
    await this.#lastTask
  }

  #request({ position, hash }: ChainHead): void {
    this.#hasSigned = true
    this.#due.push({ position, hash })
    this.#lastTask = this.#lastTask.then(() => this.#signDue())
  }

  /** Signs the head that has the last result of a week, or that decides the season: perhaps nothing else is recorded for long. */
  #signResults(): void {
    if (!this.#mayHaveResults) return
    this.#mayHaveResults = false
    const { head, pool } = this.#options.follower.state
    const before = this.#results
    this.#results = resultsIn(pool)
    if ([...this.#results].some((result) => !before.has(result))) this.#request(head)
  }

  async #signDaily(): Promise<void> {
    const { heads, follower, now } = this.#options
    const newest = await heads.newest().catch(() => undefined)
    const { head } = follower.state
    const isDue = newest === undefined || instantToMs(now()) - instantToMs(newest.signedAt) >= DAY_MS
    if (isDue && head.position > 0) this.#due.push({ position: head.position, hash: head.hash })
    await this.#signDue()
  }

  /** Compares the log with the signed heads. A difference does not stop the pool, because a restored backup causes one too. */
  async #compareWithLog(): Promise<void> {
    const { heads, db, log } = this.#options
    try {
      this.#mismatch = (await firstMismatch(db, await heads.all()))?.position
    } catch (error) {
      return log.error({ err: error, file: heads.file }, 'The log could not be compared with the signed heads')
    }
    if (this.#mismatch === undefined) return
    log.error(
      { position: this.#mismatch, file: heads.file },
      `The log is not what this server signed: it was rewritten, or restored from a backup. Run ${commandForm('log verify')}`,
    )
  }

  /** Never rejects: after a failure the heads remain due. */
  async #signDue(): Promise<void> {
    const { heads, db, now, log, announce } = this.#options
    const due = this.#due
    if (due.length === 0) return
    this.#due = []
    try {
      await db.transaction().execute(async (tx) => {
        await sql`SELECT pg_advisory_xact_lock(${SIGN_LOCK})`.execute(tx)
        for (const head of due) await heads.sign(head, now())
        await announce?.(
          tx,
          due.map(({ position }) => position),
        )
      })
      await this.#compareWithLog()
    } catch (error) {
      this.#due = [...due, ...this.#due]
      log.error({ err: error, file: heads.file }, 'The head of the log could not be signed and will be retried')
    }
  }
}

/** Signs the current head of the log on request. Returns undefined if the log is empty. */
export function signHead(db: Kysely<Tables>, heads: SignedHeads): Promise<SignedHead | undefined> {
  return db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${SIGN_LOCK})`.execute(tx)
    const head = await readHead(tx)
    if (head.position === 0) return undefined
    await heads.sign(head, await readDatabaseTime(tx))
    return (await heads.all()).find(({ position, hash }) => position === head.position && hash === head.hash)
  })
}

/** What is final in the current season: its complete weeks, and its champions. */
function resultsIn(pool: PoolState): ReadonlySet<string> {
  const round = currentRound(pool)
  if (round === undefined) return new Set()
  const season = seasonResults(pool, round.contestId)
  const weeks = season.weeks.filter(({ complete }) => complete).map(({ weekNumber }) => `week ${weekNumber}`)
  return new Set(
    [...weeks, ...(isSeasonDecided(pool, season) ? ['champions'] : [])].map((result) => `${season.seasonYear} ${result}`),
  )
}
