import { allPicks } from './state/entry-picks.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hashing, nonceOf } from '../tests/hashing.ts'
import { dump } from '../tests/dump.ts'
import { observeHistories } from '../tests/histories/observe.ts'
import { Random } from '../tests/histories/random.ts'
import { COMMAND_TYPES, sample } from '../tests/histories/samples.ts'
import { SOME_TEAMS, World } from '../tests/histories/world.ts'
import {
  type Actor,
  type Command,
  type CommandType,
  consequencesOf,
  consequencesToken,
  createEvent,
  type Entry,
  evolve,
  forkPool,
  type Instant,
  type PoolEvent,
  type PoolState,
  position,
  type RecordedEvent,
  rehearseCommands,
  runCommand,
  RuleViolation,
  sealEnd,
  type TeamAbbr,
  type UserId,
  userId,
  type VisiblePool,
  visibleTo,
} from './index.ts'

const HISTORIES = 100
/** A history is compared after every so many of its steps. */
const STEPS_BETWEEN_COMPARISONS = 9
const ADMIN = userId(1)

const index = fc.nat({ max: 99 })
/** What the owner of an entry does in secret, with another team in each of two worlds, or another thing. */
const secret = fc.record({
  entry: index,
  week: index,
  team: index,
  other: index,
  kind: fc.constantFrom('pick', 'pick', 'rank', 'either'),
})
type Secret = typeof secret extends fc.Arbitrary<infer S> ? S : never

const comparison = fc.record({
  secrets: fc.array(secret, { minLength: 1, maxLength: 8, size: 'max' }),
  /** An account whose picks are sealed afterwards, which may also be the reader. */
  sealed: fc.option(fc.integer({ min: 1, max: 3 }).map(userId)),
  isReadByOwner: fc.boolean(),
})
type Comparison = typeof comparison extends fc.Arbitrary<infer C> ? C : never

it(
  'no chain of commands on what a viewer may know depends on hidden picks and rankings, in random histories',
  {
    timeout: 300_000,
  },
  () => {
    const seen = { comparisons: 0, different: 0, sealedReaders: 0, types: new Set<string>(), accepted: new Set<string>() }
    observeHistories(HISTORIES, (seed) => {
      const random = new Random(seed)
      const comparisons = fc.sample(comparison, { seed, numRuns: 50 })
      let step = 0
      return (pool, _sent, now, facts) => {
        step += 1
        const compared = comparisons[step % comparisons.length]
        if (compared === undefined || step % STEPS_BETWEEN_COMPARISONS !== 0) return () => {}
        const world = new World(facts, random)
        world.now = Date.parse(now)
        compareWorlds(pool, compared, chainOf(world), now)
        return () => {}
      }
    })
    expect(seen.comparisons).toBeGreaterThan(300)
    expect(seen.sealedReaders).toBeGreaterThan(50)
    // The generator knows all types, of which rare ones may be missing in a run.
    expect(seen.types.size).toBeGreaterThan(0.8 * COMMAND_TYPES.length)
    expect(seen.accepted.size).toBeGreaterThan(0.5 * COMMAND_TYPES.length)
    // The same chains on the whole pool do depend on the secrets, so the comparison can find a leak.
    expect(seen.different).toBeGreaterThan(20)

    function compareWorlds(
      pool: PoolState,
      { secrets, sealed, isReadByOwner }: Comparison,
      chain: readonly Command[],
      now: Instant,
    ): void {
      const reader = isReadByOwner && sealed !== null && pool.users.has(sealed) ? sealed : ADMIN
      const isHidden = ({ id, userId: owner }: Entry) =>
        owner === reader ? reader === sealed : pool.proxies.get(id)?.userId !== reader
      const hiding = secrets.filter((secret) => {
        const entry = entryAt(pool, secret.entry)
        return entry !== undefined && isHidden(entry)
      })
      const worlds = twoWorlds(pool, hiding, now)
      if (sealed !== null && pool.users.has(sealed)) for (const world of worlds) seal(world, sealed, now)
      const actor = actorFor(worlds[0], reader)
      const [one, other] = [visibleTo(worlds[0], actor), visibleTo(worlds[1], actor)]
      requireSame('what the viewer may know', dump(one), dump(other))
      const commands = chain.map((command) => atPosition(command, one.position))
      requireSame('a chain of commands', outcomesOf(one, commands, actor, now), outcomesOf(other, commands, actor, now))
      requireSame('a preview', previewOf(one, commands, actor, now), previewOf(other, commands, actor, now))
      requireSame('taking back the last action', undoOf(worlds[0], actor, now), undoOf(worlds[1], actor, now))
      seen.comparisons += 1
      if (reader === sealed) seen.sealedReaders += 1
      for (const { type } of commands) seen.types.add(type)
      const whole = worlds.map((world) => outcomesOf(world, commands, actor, now))
      if (!isSame(whole[0], whole[1])) seen.different += 1
    }

    /** Runs commands one after the other on a fork, and returns everything that they did. */
    function outcomesOf(pool: PoolState, commands: readonly Command[], actor: Actor, now: Instant): readonly unknown[] {
      const fork = forkPool(pool)
      return commands.map((command) => {
        const { outcome, recorded } = runCommand(fork, { command, actor }, now, hashing)
        if (outcome.ok) seen.accepted.add(command.type)
        return outcome.ok ? { reply: outcome.reply, recorded } : { ...codeOf(outcome.violation), recorded }
      })
    }
  },
)

/** The commands in which a hidden pick could matter come more often. */
const OFTEN: readonly CommandType[] = [
  'AmendEntry',
  'FinalizeScores',
  'OverridePick',
  'RandomizePicks',
  'RandomizeScores',
  'RemovePick',
  'SetIneligibleTeams',
  'SetLockTime',
  'SetSiteTime',
  'SyncGames',
  'UndoAction',
]

/** As many calls as a preview takes in the soak test, of any type. The position of an undo counts from the head of the log. */
function chainOf(world: World): readonly Command[] {
  const { random } = world
  return Array.from({ length: random.between(1, 6) }, () => {
    const command = sample(world, random.of(random.chance(0.7) ? OFTEN : COMMAND_TYPES))
    if (command.type !== 'UndoAction' || random.chance(0.2)) return command
    return { ...command, data: { ...command.data, position: position(random.between(-1, 9)) } }
  })
}

/** What an admin reads who takes back the last action of the whole pool. */
function undoOf(pool: PoolState, actor: Actor, now: Instant): unknown {
  const command: Command = { type: 'UndoAction', data: { nonce: nonceOf(1) } }
  const { outcome, recorded } = runCommand(forkPool(pool), { command, actor }, now, hashing)
  return outcome.ok ? recorded.map(({ type }) => type) : codeOf(outcome.violation)
}

const codeOf = ({ code, details }: RuleViolation) => ({ code, details })

function previewOf(pool: VisiblePool, commands: readonly Command[], actor: Actor, now: Instant): unknown {
  try {
    const { before, after } = rehearseCommands(
      pool,
      commands.map((command) => ({ command, actor })),
      now,
      hashing,
    )
    const found = consequencesOf(before, after, now)
    return { found, token: consequencesToken(hashing, found) }
  } catch (error) {
    if (error instanceof RuleViolation) return codeOf(error)
    throw error
  }
}

/** Returns two pools that differ only in secrets: they have picks for the same entries and weeks, and logs of the same length. */
function twoWorlds(pool: PoolState, secrets: readonly Secret[], now: Instant): readonly [PoolState, PoolState] {
  const due = forkPool(pool)
  runCommand(due, { command: { type: 'LockDueWeeks', data: {} }, actor: { kind: 'system' } }, now, hashing)
  const worlds = [forkPool(due), forkPool(due)] as const
  for (const [n, { kind, entry: at, week, team, other }] of secrets.entries()) {
    const entry = entryAt(due, at)
    if (entry === undefined) continue
    const teams = [team, team + 1 + (other % (SOME_TEAMS.length - 1))].map(teamAt)
    const rankings = teams.map((first) => createEvent('RankingSet', { entryId: entry.id, teams: [first], nonce: nonceOf(n) }))
    const picks = teams.map((picked, w) => (kind === 'rank' ? undefined : pickOf(worlds[w as 0 | 1], entry, week, picked, now)))
    const isReplaced = picks[0] !== undefined && hasPick(worlds[0], picks[0])
    const areBoth = kind === 'pick' && picks.every((event) => event !== undefined)
    const first = areBoth || (kind === 'either' && isReplaced) ? picks[0] : undefined
    record(worlds[0], first ?? rankings[0]!, entry.userId, now)
    record(worlds[1], (areBoth ? picks[1] : undefined) ?? rankings[1]!, entry.userId, now)
  }
  return worlds
}

/** Returns the only event of a pick that the rules accept. */
function pickOf(
  world: PoolState,
  { id, userId: owner }: Entry,
  week: number,
  team: TeamAbbr,
  now: Instant,
): PoolEvent | undefined {
  const chosen = itemAt(world.rounds.values(), week)
  // What admins unmasked is not secret to them.
  if (chosen === undefined || chosen.unmasked) return undefined
  const data = { entryId: id, weekId: chosen.id, team, nonce: nonceOf(week) }
  const { recorded } = runCommand(
    forkPool(world),
    { command: { type: 'SubmitPick', data }, actor: actorFor(world, owner) },
    now,
    hashing,
  )
  return recorded.length === 1 && recorded[0]?.type === 'PickSubmitted' ? recorded[0] : undefined
}

function hasPick({ entries }: PoolState, { data }: PoolEvent): boolean {
  return 'pickId' in data && [...entries.values()].some((entry) => allPicks(entry).some(({ id }) => id === data.pickId))
}

function seal(world: PoolState, owner: UserId, now: Instant): void {
  record(world, createEvent('EmailChangedByAdmin', { userId: owner, sealedUntil: sealEnd(now) }), ADMIN, now)
}

function record(world: PoolState, event: PoolEvent, actor: UserId, now: Instant): void {
  const place = { position: position(world.position + 1), recordedAt: now, siteTime: now }
  evolve(world, { ...event, ...place, metadata: { actor, role: actor === ADMIN ? 'admin' : 'member' } } as RecordedEvent)
}

function actorFor({ users }: PoolState, id: UserId): Actor {
  return { kind: 'user', userId: id, tokenVersion: users.get(id)?.tokenVersion ?? 1 }
}

/** The position of an undo counts from the head of the log, so that it names an event of the chain. */
function atPosition(command: Command, head: number): Command {
  if (command.type !== 'UndoAction' || command.data.position === undefined) return command
  return { ...command, data: { ...command.data, position: position(head + command.data.position) } }
}

const teamAt = (n: number): TeamAbbr => SOME_TEAMS[n % SOME_TEAMS.length] as string as TeamAbbr

function itemAt<T>(items: Iterable<T>, n: number): T | undefined {
  const all = [...items]
  return all[n % Math.max(1, all.length)]
}

/** Counts in the order of the ids: that of the map changes with every command. */
const entryAt = ({ entries }: PoolState, n: number): Entry | undefined =>
  itemAt(
    [...entries.values()].toSorted((a, b) => a.id - b.id),
    n,
  )

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function requireSame(what: string, one: unknown, other: unknown): void {
  if (!isSame(one, other)) throw new Error(`${what} differs\n${JSON.stringify(one)}\n${JSON.stringify(other)}`)
}
