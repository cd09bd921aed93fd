import { createHash, createHmac } from 'node:crypto'
import {
  type Actor,
  type Command,
  type CommandData,
  type CommandOutcome,
  type CommandType,
  createEvent,
  currentSiteTime,
  addMs,
  emptyPool,
  evolve,
  gamesOf,
  type Hashing,
  type Instant,
  instantFromMs,
  instantToMs,
  position,
  type RecordedEvent,
  runCommand,
  scheduledNoon,
  TEAMS,
  userId,
  type WeekId,
} from '@outlast/domain'

/** The hash functions that the server passes to the domain. */
export const hashing: Hashing = {
  sha256: (data) => createHash('sha256').update(data).digest(),
  hmacSha256: (key, data) => createHmac('sha256', key).update(data).digest(),
}

/** Returns all teams without some, by name. */
export const teamsExcept = (...teams: readonly string[]): readonly string[] =>
  TEAMS.map(({ abbr }) => abbr)
    .filter((team) => !teams.includes(team))
    .sort()

/** Returns 32 bytes in hex that depend on a number. */
const nonceOf = (n: number): string => createHash('sha256').update(`nonce ${n}`).digest('hex')

/** A pool that runs commands in memory and keeps the events they record. */
export class RecordedPool {
  readonly state = emptyPool()
  readonly events: RecordedEvent[] = []
  now: Instant
  #nonces = 0

  constructor(now = '2025-09-01T12:00:00.000Z') {
    this.now = now as Instant
  }

  /** Advances the clock by a second and runs a command. `by` is the id of an account, or says that the pool or a visitor sends it. */
  run<T extends CommandType>(
    type: T,
    data: CommandData[T] | object,
    by: number | 'system' | 'visitor' = 'system',
    reason?: string,
  ): CommandOutcome {
    this.now = instantFromMs(instantToMs(this.now) + 1000)
    const command = { type, data } as Command
    const sent = { command, actor: this.#actor(by), ...(reason === undefined ? {} : { metadata: { reason } }) }
    const { recorded, outcome } = runCommand(this.state, sent as never, this.now, hashing)
    this.events.push(...recorded)
    return outcome
  }

  /** Runs a command and returns its reply. Throws if the rules reject it. */
  runAccepted<T extends CommandType>(...args: Parameters<typeof this.run<T>>): unknown {
    const outcome = this.run(...args)
    if (!outcome.ok) throw outcome.violation
    return outcome.reply
  }

  nonce(): string {
    this.#nonces += 1
    return nonceOf(this.#nonces)
  }

  register(): number {
    return (this.runAccepted('RegisterUser', { emailTaken: false, adminGrant: 'first_account' }, 'visitor') as { userId: number })
      .userId
  }

  addEntry(userId: number, name: string, by = userId): number {
    return (this.runAccepted('CreateEntry', { userId, name }, by) as { entryId: number }).entryId
  }

  addWeek(seasonYear: number, weekNumber: number): number {
    return (this.runAccepted('AddWeek', { seasonYear, weekNumber }) as { weekId: number }).weekId
  }

  /** Adds a week as two slates, of which the second one starts on the week's Sunday. Returns their ids. */
  addSlates(seasonYear: number, weekNumber: number): readonly number[] {
    const slates = [addMs(scheduledNoon(seasonYear, weekNumber), -12 * 3_600_000)]
    const { weekId } = this.runAccepted('AddWeek', { seasonYear, weekNumber, slates }) as { weekId: number }
    return [weekId, weekId + 1]
  }

  pick(entryId: number, weekId: number, team: string, slot = 1): CommandOutcome {
    const owner = this.state.entries.get(entryId as never)?.userId ?? 0
    return this.run('SubmitPick', { entryId, weekId, slot, team, nonce: this.nonce() }, owner)
  }

  /** Syncs the games of a week. Keys are `BUF-MIA` (home first); the value is the final score, or null before the game. */
  sync(
    weekId: number,
    games: Readonly<Record<string, readonly [number | null, number | null] | null>>,
    kickoff = this.now,
  ): void {
    const feedGames = Object.entries(games).map(([teams, scores]) => ({
      espnId: `${weekId}-${teams}`,
      home: teams.split('-')[0],
      away: teams.split('-')[1],
      kickoff,
      kickoffKnown: true,
      status: scores === null ? 'scheduled' : 'final',
      homeScore: scores?.[0] ?? null,
      awayScore: scores?.[1] ?? null,
      detail: scores === null ? null : 'Final',
    }))
    this.runAccepted('SyncGames', { weekId, games: feedGames })
  }

  /**
   * Records *Set All to Final* as logs have it from before it locked the week first: on an open week the results count
   * before the lock, and the losses stay hidden (docs/rules.md §10.3).
   */
  finalizeWithoutLock(weekId: number): void {
    const week = this.state.rounds.get(weekId as WeekId)
    if (week === undefined) return
    const gameIds = gamesOf(this.state, week)
      .filter((game) => !game.finalByAdmin)
      .map((game) => game.id)
    this.now = instantFromMs(instantToMs(this.now) + 1000)
    const event = {
      ...createEvent('GamesFinalizedByAdmin', { weekId: week.id, gameIds }),
      position: position(this.state.position + 1),
      recordedAt: this.now,
      siteTime: currentSiteTime(this.state, this.now),
      metadata: { actor: userId(1), role: 'admin' },
    } as const
    evolve(this.state, event)
    this.events.push(event)
  }

  /** Advances the clock to the lock time of a week and locks it. */
  lock(weekId: number): void {
    const week = this.state.rounds.get(weekId as never)
    if (week !== undefined && week.lockTime > this.now) this.now = week.lockTime
    this.runAccepted('LockDueWeeks', {})
  }

  #actor(by: number | 'system' | 'visitor'): Actor {
    if (by === 'system' || by === 'visitor') return { kind: by }
    const user = this.state.users.get(by as never)
    return { kind: 'user', userId: by as never, tokenVersion: user?.tokenVersion ?? 0 }
  }
}

/** Converts events to rows of the table `events`. */
export function eventRows(events: readonly RecordedEvent[]) {
  const lengths = new Map<string, number>()
  return events.map((event) => {
    const version = (lengths.get(event.stream) ?? 0) + 1
    lengths.set(event.stream, version)
    const hash = createHash('sha256').update(`event ${event.position}`).digest('hex')
    return { ...event, version, hash }
  })
}
