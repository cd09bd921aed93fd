import { createHash, createHmac } from 'node:crypto'
import {
  type Actor,
  type Command,
  type CommandData,
  type CommandType,
  emptyPool,
  type Hashing,
  type Instant,
  instantFromMs,
  instantToMs,
  type CommandOutcome,
  type RecordedEvent,
  runCommand,
} from '@outlast/domain'

/** The primitives as the server has them. */
export const hashing: Hashing = {
  sha256: (data) => createHash('sha256').update(data).digest(),
  hmacSha256: (key, data) => createHmac('sha256', key).update(data).digest(),
}

/** 32 bytes, hex, told apart by a number. */
const nonceOf = (n: number): string => createHash('sha256').update(`nonce ${n}`).digest('hex')

/** A pool that is played by commands and keeps what they record. */
export class Play {
  readonly state = emptyPool()
  readonly events: RecordedEvent[] = []
  now: Instant
  #nonces = 0

  constructor(now = '2025-09-01T12:00:00.000Z') {
    this.now = now as Instant
  }

  /** Runs a command a second later; `by` is an account's id, or the pool itself. */
  run<T extends CommandType>(
    type: T,
    data: CommandData[T] | object,
    by: number | 'system' | 'visitor' = 'system',
    reason?: string,
  ): CommandOutcome {
    this.now = instantFromMs(instantToMs(this.now) + 1000)
    const command = { type, data } as unknown as Command
    const sent = { command, actor: this.#actor(by), ...(reason === undefined ? {} : { metadata: { reason } }) }
    const { recorded, outcome } = runCommand(this.state, sent as never, this.now, hashing)
    this.events.push(...recorded)
    return outcome
  }

  /** Runs a command that must be accepted, and gives its answer. */
  must<T extends CommandType>(...args: Parameters<typeof this.run<T>>): unknown {
    const outcome = this.run(...args)
    if (!outcome.ok) throw outcome.violation
    return outcome.reply
  }

  nonce(): string {
    this.#nonces += 1
    return nonceOf(this.#nonces)
  }

  register(): number {
    return (this.must('RegisterUser', { emailTaken: false, isConfiguredAdmin: null }, 'visitor') as { userId: number }).userId
  }

  enter(userId: number, name: string): number {
    return (this.must('CreateEntry', { userId, name }, userId) as { entryId: number }).entryId
  }

  addWeek(seasonYear: number, weekNumber: number): number {
    return (this.must('AddWeek', { seasonYear, weekNumber }) as { weekId: number }).weekId
  }

  pick(entryId: number, weekId: number, team: string): CommandOutcome {
    const owner = this.state.entries.get(entryId as never)?.userId ?? 0
    return this.run('SubmitPick', { entryId, weekId, team, nonce: this.nonce() }, owner)
  }

  /** The feed's answer for a week. Games as `BUF-MIA` (home first) with scores when final. */
  sync(
    weekId: number,
    games: Readonly<Record<string, readonly [number | null, number | null] | null>>,
    kickoff = this.now,
  ): void {
    const told = Object.entries(games).map(([teams, scores]) => ({
      espnId: teams,
      home: teams.split('-')[0],
      away: teams.split('-')[1],
      kickoff,
      kickoffKnown: true,
      status: scores === null ? 'scheduled' : 'final',
      homeScore: scores?.[0] ?? null,
      awayScore: scores?.[1] ?? null,
      detail: scores === null ? null : 'Final',
    }))
    this.must('SyncGames', { weekId, games: told })
  }

  /** Locks a week by its time having come. */
  lock(weekId: number): void {
    const week = this.state.weeks.get(weekId as never)
    if (week !== undefined && week.lockTime > this.now) this.now = week.lockTime
    this.must('LockDueWeeks', {})
  }

  #actor(by: number | 'system' | 'visitor'): Actor {
    if (by === 'system' || by === 'visitor') return { kind: by }
    const user = this.state.users.get(by as never)
    return { kind: 'user', userId: by as never, tokenVersion: user?.tokenVersion ?? 0 }
  }
}

/** Rows as the events table has them. */
export function eventRows(events: readonly RecordedEvent[]) {
  const lengths = new Map<string, number>()
  return events.map((event) => {
    const version = (lengths.get(event.stream) ?? 0) + 1
    lengths.set(event.stream, version)
    const hash = createHash('sha256').update(`event ${event.position}`).digest('hex')
    return { ...event, version, hash }
  })
}
