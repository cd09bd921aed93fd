import { setTimeout } from 'node:timers/promises'
import { ERRORS } from '@outlast/contract/errors'
import { routeOf } from '@outlast/contract/routes'
import type { Instant } from '@outlast/domain'
import { integerBetween, type Random, seededRandom, shuffled } from '@outlast/seasons/random'
import { copyDatabase, type TestDatabase } from '@outlast/testing'
import {
  addressesAt,
  comparable,
  LiveReader,
  type Programs,
  type Reader,
  type Seen,
  send,
  tokenFor,
  tokenOfReader,
  TopicVersions,
} from './readers.ts'
import { one } from './choices.ts'
import { isStaff } from './layout.ts'
import type { Step } from './step.ts'
import { startWorld, type World } from './world.ts'

/** How many addresses each reader requests after a step that changed something. */
const SAMPLE = 8
/** How many addresses are requested at the end of a sequence, each by one reader. */
const LAST_SAMPLE = 48
/** How often a member's login may have ended. */
const LOGINS = 4

/** The two prepared pools, which differ in hidden teams and in the order of hidden picks, and the feed of both. */
export interface Prepared {
  readonly databases: readonly [TestDatabase, TestDatabase]
  readonly feedUrl: string
  /** The real time of the worlds, if it is not the usual one. */
  readonly now?: Instant | undefined
  /** The weeks whose hidden picks differ. */
  readonly hiding: readonly number[]
  /** The tokens of the programs among the readers, in each world. */
  readonly programs: readonly [Programs, Programs]
  /** Who must not see a difference. */
  readonly readers: readonly Reader[]
}

/** Why a sequence ended. Only a difference is a fault. */
export type Ending =
  | { readonly kind: 'end' }
  /** A week with different picks locked in both worlds, so that its picks are public. */
  | { readonly kind: 'revealed' }
  /** An override was refused because of a hidden pick, in one world, and the refusal is on public record. */
  | { readonly kind: 'probe' }
  /** A member's own request had different outcomes, so that the worlds differ in more than hidden teams. */
  | { readonly kind: 'apart' }
  | { readonly kind: 'difference'; readonly step: number; readonly what: string }

export interface Played {
  readonly ending: Ending
  /** The steps that were compared. */
  readonly steps: number
  /** The requests of readers that were compared. */
  readonly reads: number
}

interface Stage {
  readonly worlds: readonly [World, World]
  readonly live: readonly (readonly [LiveReader, LiveReader])[]
  readonly versions: readonly [TopicVersions, TopicVersions]
  readonly readers: readonly Reader[]
  readonly hiding: Set<number>
  /** Weeks whose picks list an admin has unmasked. */
  readonly unmasked: Set<number>
  readonly logins: Map<number, number>
  reads: number
}

/**
 * Plays a sequence in two new worlds and compares everything that the readers see, until a week with different picks locks.
 * @param seed decides which addresses are read after a step
 */
export async function play(
  prepared: Prepared,
  steps: readonly Step[],
  seed: number,
  readers: readonly Reader[] = prepared.readers,
): Promise<Played> {
  const databases = await both((i) => copyDatabase(prepared.databases[i]))
  const worlds = await both((i) =>
    startWorld({
      database: databases[i],
      feedUrl: prepared.feedUrl,
      seed: 'sequence',
      now: prepared.now,
      programs: prepared.programs[i],
    }),
  )
  const live: (readonly [LiveReader, LiveReader])[] = []
  try {
    for (const reader of readers) live.push(await both((i) => LiveReader.open(worlds[i], reader)))
    const stage: Stage = {
      worlds,
      live,
      versions: [new TopicVersions(worlds[0], readers), new TopicVersions(worlds[1], readers)],
      readers,
      hiding: new Set(prepared.hiding),
      unmasked: new Set(),
      logins: new Map(),
      reads: 0,
    }
    return await playSteps(stage, steps, seed)
  } finally {
    for (const pair of live) for (const reader of pair) reader.close()
    await Promise.all(worlds.map((world) => world.stop()))
    await Promise.all(databases.map((database) => database.drop()))
  }
}

async function playSteps(stage: Stage, steps: readonly Step[], seed: number): Promise<Played> {
  const random = seededRandom(seed)
  for (const [i, step] of steps.entries()) {
    const ending = changesNothing(step) ? await playRead(stage, step, i) : await playWrite(stage, step, i, random)
    if (ending !== undefined) return { ending, steps: i + 1, reads: stage.reads }
  }
  const last = steps.length - 1
  const [head] = await both((w) => headOf(stage.worlds[w]))
  const positions = [integerBetween(random, 1, head)]
  const ending =
    (await compareMessages(stage, last)) ??
    (await compareReads(stage, someBySome(stage, addressesAt(positions), random), last)) ??
    (await compareRecords(stage, last)) ??
    ({ kind: 'end' } as const)
  return { ending, steps: steps.length, reads: stage.reads }
}

/** All readers of each address. */
const eachByAll = ({ readers }: Stage, addresses: readonly string[]): readonly Read[] =>
  addresses.flatMap((address) => readers.map((reader) => ({ reader, address })))

/** Some addresses, each by one reader, as chance has it: over the sequences all readers request all of them. */
const someBySome = ({ readers }: Stage, addresses: readonly string[], random: Random): readonly Read[] =>
  shuffled(random, addresses)
    .slice(0, LAST_SAMPLE)
    .map((address) => ({ reader: one(random, readers), address }))

const changesNothing = ({ route }: Step): boolean => route === 'previewCalls' || routeOf(route).method === 'GET'

/** Sends a read or a preview in both worlds, after which the head of the log must be where it was. */
async function playRead(stage: Stage, step: Step, i: number): Promise<Ending | undefined> {
  const { worlds } = stage
  const heads = await both((w) => headOf(worlds[w]))
  const [first, second] = await both((w) => request(stage, worlds[w], step, heads[w]))
  if (hasFailed(first)) return differ(i, describe(`${step.route} fails`, first.text, ''))
  if (first.text !== second.text && !mayKnow(stage, step))
    return differ(i, describe(`the response to ${step.route}`, first.text, second.text))
  const after = await both((w) => headOf(worlds[w]))
  return after.join() === heads.join() ? undefined : differ(i, `the heads ${after.join()} after ${heads.join()}`)
}

/** A fault in both worlds is no secret, and a fault all the same. */
const hasFailed = ({ status }: Seen): boolean => status === 500

/** Previews count what their admin knows, and an admin who has unmasked a week knows its picks: that is on public record. */
const mayKnow = ({ unmasked }: Stage, { route }: { readonly route?: unknown }): boolean =>
  unmasked.size > 0 && (route === 'previewCalls' || route === 'lastAction')

/** Sends a step in both worlds and compares what follows. A refused one changes nothing, which the end of the sequence checks. */
async function playWrite(stage: Stage, step: Step, i: number, random: Random): Promise<Ending | undefined> {
  const heads = await both((w) => headOf(stage.worlds[w]))
  const ending = await playStep(stage, step, i, heads)
  if (ending !== undefined) return ending
  const after = await both((w) => headOf(stage.worlds[w]))
  if (after.join() === heads.join()) return undefined
  const sample = shuffled(random, addressesAt([])).slice(0, SAMPLE)
  return (await compareMessages(stage, i)) ?? (await compareReads(stage, eachByAll(stage, sample), i))
}

/** Sends a step in both worlds. Returns an ending, or undefined if the sequence continues. */
async function playStep(stage: Stage, step: Step, i: number, heads: readonly [number, number]): Promise<Ending | undefined> {
  const { worlds, hiding } = stage
  const [first, second] = await both((w) => request(stage, worlds[w], w === 0 ? step : { ...step, ...step.inSecond }, heads[w]))
  if (hasFailed(first)) return differ(i, describe(`${step.route} fails`, first.text, ''))
  if (step.hides !== undefined) hiding.add(step.hides)
  const locks = await both((w) => revealedWeeks(worlds[w], hiding))
  if (locks[0].join() !== locks[1].join()) return differ(i, `locked weeks ${locks[0].join()} and ${locks[1].join()}`)
  if (locks[0].length > 0) return { kind: 'revealed' }
  if (!isStaff(step.by)) return membersOutcome(stage, step, first, second)
  if (step.route === 'overridePick' && first.status !== second.status) return probeOutcome(stage, step, [first, second], i)
  if (step.route === 'importPicks' && first.text !== second.text) return probeOutcome(stage, step, [first, second], i)
  if (step.route === 'unmaskPicks' && first.status === 200) stage.unmasked.add(step.params?.['id'] ?? 0)
  return first.text === second.text ? undefined : differ(i, describe(`the response to ${step.route}`, first.text, second.text))
}

/** A member's request must have changed as much in one world as in the other, or the worlds differ in more than teams. */
async function membersOutcome({ worlds }: Stage, step: Step, first: Answer, second: Answer): Promise<Ending | undefined> {
  const isSwap = step.inSecond !== undefined && step.inSecond.body?.['entry_id'] !== step.body?.['entry_id']
  const heads = await both((w) => headOf(worlds[w]))
  // Of two owners, one may have had to sign in again, which the log lines show.
  const isAlike =
    first.status === second.status && first.code === second.code && first.attempts === second.attempts && heads[0] === heads[1]
  // A first pick of different entries would be public: admins see which entries have picked.
  return isAlike && !(isSwap && first.status === 201) ? undefined : { kind: 'apart' }
}

/** An override, or an imported pick, that is refused in one world only must be on public record there, with the entry. */
async function probeOutcome({ worlds }: Stage, step: Step, seen: readonly [Seen, Seen], i: number): Promise<Ending> {
  const refused = seen.findIndex(
    ({ code, text }) => code === 'team_used' || text.includes(`"reason":"${ERRORS.team_used.message}"`),
  )
  const world = worlds[refused]
  if (world === undefined) return differ(i, describe(`the response to ${step.route}`, seen[0].text, seen[1].text))
  const { text } = await send(world, { address: '/api/audit?limit=1', token: undefined })
  const entries = [step.body?.['entry_id'], Number(/"entry_id":(\d+)/.exec(seen[0].text)?.[1])]
  const isRecorded =
    text.includes('"type":"OverrideRefused"') && entries.some((entry) => text.includes(`"entry_id":${JSON.stringify(entry)}`))
  return isRecorded ? { kind: 'probe' } : differ(i, `a refused override that is not on public record: ${text}`)
}

interface Answer extends Seen {
  /** How often the request was sent, each time with a newer login. */
  readonly attempts: number
}

async function request(stage: Stage, world: World, step: Step, head: number): Promise<Answer> {
  const { method, path } = routeOf(step.route)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(step.params?.[name]))
  const query = step.query === undefined ? '' : `?${new URLSearchParams(step.query).toString()}`
  const headers = {
    ...(step.ifMatchBeforeHead === undefined ? {} : { 'if-match': `"${Math.max(1, head - step.ifMatchBeforeHead)}"` }),
    ...(step.idempotencyKey === undefined ? {} : { 'idempotency-key': step.idempotencyKey }),
  }
  const body = method === 'GET' || method === 'DELETE' ? undefined : atHead(step.body ?? {}, head)
  const sent = { method, address: `${filled}${query}`, body, headers }
  for (let attempts = 1; ; attempts += 1) {
    const login = stage.logins.get(step.by) ?? 1
    const seen = await send(world, { ...sent, token: tokenFor(step.by, login) })
    if (isStaff(step.by) || seen.code !== 'token_revoked' || login === LOGINS) return { ...seen, attempts }
    // An admin's change ended the member's login, who signs in again.
    stage.logins.set(step.by, login + 1)
  }
}

/** Replaces positions after the head of the log by numbers. */
function atHead(body: NonNullable<Step['body']>, head: number): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll(/"head\+(\d+)"/g, (_, ahead: string) => String(head + Number(ahead))))
}

/** How often a comparison is made until a difference counts, and how long after another. */
const [LOOKS, BETWEEN_LOOKS_MS] = [4, 250]

/**
 * Compares again, a few times, as long as something differs. The server's jobs run at their own pace, in one world before the other. A real
 * difference, such as a message that was sent or a line that was logged, does not go away.
 */
async function lasting(compare: () => Promise<Ending | undefined>): Promise<Ending | undefined> {
  for (let look = 1; look < LOOKS; look += 1) {
    if ((await compare()) === undefined) return undefined
    await setTimeout(BETWEEN_LOOKS_MS)
  }
  return compare()
}

const compareMessages = (stage: Stage, i: number) => lasting(() => compareMessagesNow(stage, i))

async function compareMessagesNow({ live, versions }: Stage, i: number): Promise<Ending | undefined> {
  // Both worlds are asked for the same topics, so that they log the same requests.
  const topics = new Set(versions.flatMap((of) => of.changedTopics()))
  const changed = await both((w) => versions[w].read(topics))
  for (const pair of live) {
    await both((w) => pair[w].settle(changed[w]))
    const [first, second] = pair.map((reader) => JSON.stringify(reader.messages(), undefined, 1))
    if (first !== second) return differ(i, describe(`live messages to the ${pair[0].reader}`, first ?? '', second ?? ''))
  }
  return undefined
}

interface Read {
  readonly reader: Reader
  readonly address: string
}

async function compareReads(stage: Stage, reads: readonly Read[], i: number): Promise<Ending | undefined> {
  const { worlds, unmasked } = stage
  const opened = new Set([...unmasked].map((id) => `/api/weeks/${id}/picks`))
  if (opened.size > 0) opened.add(routeOf('lastAction').path)
  for (const { reader, address } of reads) {
    if (reader !== 'visitor' && opened.has(address)) continue
    const ending = await lasting(async () => {
      const [first, second] = await both((w) => send(worlds[w], { address, token: tokenOfReader(worlds[w], reader) }))
      return first.text === second.text ? undefined : differ(i, describe(`${address} for the ${reader}`, first.text, second.text))
    })
    stage.reads += 1
    if (ending !== undefined) return ending
  }
  return undefined
}

/** What leaves the server in other ways: the public views in SQL, queued mails and log lines. */
const RECORDS = {
  'the view reveal': 'SELECT * FROM projections.reveal ORDER BY reveal::text',
  'the view matrix': 'SELECT * FROM projections.matrix ORDER BY matrix::text',
  'the view leaderboard': 'SELECT * FROM projections.leaderboard ORDER BY leaderboard::text',
  'the mails': `SELECT purpose, recipient, subject, regexp_replace(text, 'token=\\S+', 'token', 'g') AS text FROM deliveries WHERE channel <> 'webhook' ORDER BY id`,
} as const

const compareRecords = (stage: Stage, i: number) => lasting(() => compareRecordsNow(stage, i))

async function compareRecordsNow(stage: Stage, i: number): Promise<Ending | undefined> {
  const { worlds } = stage
  for (const [what, query] of Object.entries(RECORDS)) {
    const [first, second] = await both(async (w) => comparable(JSON.stringify(await worlds[w].query(query), undefined, 1)))
    if (first !== second) return differ(i, describe(what, first, second))
  }
  const [first, second] = worlds.map((world) => logOf(stage, world))
  return first === second ? undefined : differ(i, describe('the log lines', first ?? '', second ?? ''))
}

/** What a slow machine lets a server say: that its database did not respond in time, and who leads the jobs afterwards. */
const OF_THE_MACHINE =
  /^The database .* (?:cannot be reached|is reachable again)|^This process now leads |^The connection of the process that leads /

/** The log lines without times, ids and temporary folders, in an order of their own, because requests of readers end in any order. */
function logOf(stage: Stage, { logLines }: World): string {
  const compared = logLines.filter(({ route, msg }) => !mayKnow(stage, { route }) && !OF_THE_MACHINE.test(String(msg)))
  const lines = compared.map(({ time: _time, ms: _ms, pid: _pid, request: _request, folder: _folder, ...line }) =>
    comparable(JSON.stringify(line)),
  )
  return lines.sort().join('\n')
}

async function revealedWeeks(world: World, hiding: ReadonlySet<number>): Promise<readonly number[]> {
  const { text } = await send(world, { address: '/api/weeks', token: undefined })
  const weeks = JSON.parse(text.slice(text.indexOf('\n['))) as readonly { readonly id: number; readonly is_locked: boolean }[]
  return weeks.filter(({ id, is_locked }) => is_locked && hiding.has(id)).map(({ id }) => id)
}

async function headOf(world: World): Promise<number> {
  const [head] = await world.query('SELECT position::integer FROM log_head')
  return Number(head?.['position'])
}

function differ(step: number, what: string): Ending {
  return { kind: 'difference', step, what }
}

/** Describes the first lines in which two texts differ. */
function describe(what: string, first: string, second: string): string {
  const [one, two] = [first.split('\n'), second.split('\n')]
  const at = one.findIndex((line, i) => line !== two[i])
  const row = at === -1 ? one.length : at
  return `${what}: ${excerpt(one[row], two[row])} and ${excerpt(two[row], one[row])}`
}

/** A line from shortly before the place where it differs. */
function excerpt(line = '', other = ''): string {
  let from = 0
  while (from < line.length && line[from] === other[from]) from += 1
  return `“${line.slice(Math.max(0, from - 60), from + 60)}”`
}

/** Does the same in both worlds at the same time. */
async function both<T>(run: (world: 0 | 1) => Promise<T>): Promise<[T, T]> {
  return Promise.all([run(0), run(1)])
}
