import { readdirSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  BROWSER_HEADERS,
  formatRows,
  generatePool,
  type LoadClient,
  requestText,
  startHttpLoad,
  startServer,
  startWorker,
  testEnvironment,
} from '@outlast/testing'
import { aliveMember, poolPlanOf } from '@outlast/testing/generated/huge-pool'
import { tokenOf } from '@outlast/testing/members/token'
import { residentMiB } from '@outlast/testing/process/usage'
import { root } from '@outlast/testing/root'
import { type Check, isEmpty, type Scenario } from '../support/scenario.ts'
import { formatWaits, openDashboards, type Waits } from './member.ts'
import { type FloodedPool, type PublicAddress, publicAddresses } from './public-addresses.ts'

/** What a member's dashboard may take at the 99th percentile, and how much memory the server may gain, during each flood. */
const LIMIT_MS = 100
const LIMIT_MIB = 300
const UNLIMITED = 1e9
const FORMS_PER_CONNECTION = 50
const FEW_CONNECTIONS = 10
const PIPELINED = 16
/** The stranger has a machine of their own, so here the flood gets the processor time that server and member leave. */
const FLOOD_PRIORITY = 10

interface PublicReadSizes {
  /** How long each flood lasts. */
  readonly seconds: number
  /** How long a flood lasts before the member reads, in seconds. */
  readonly warmUp: number
  readonly entries: number
  readonly weeks: number
  /** Connections of one stranger, each of which sends its next read as soon as the last is answered. */
  readonly connections: number
  /** Connections that never read a response. */
  readonly neverReading: number
  /** 1: with few and with all connections, with and without pipelining. 0: all connections without pipelining. */
  readonly variants: number
  /** Floods only the address with this number in the table. 0: all of them. */
  readonly only: number
  readonly [size: string]: number
}

interface Target {
  readonly port: number
  readonly pid: number
  readonly token: string
}

/** One stranger reads each public address, as fast as possible, while a member opens the dashboard. */
export const floodOfPublicReads: Scenario<PublicReadSizes> = {
  name: 'flood-reads',
  about: 'floods of every public address by one stranger, while a member reads',
  sizes: { seconds: 3, warmUp: 0.5, entries: 3_000, weeks: 18, connections: 50, neverReading: 800, variants: 1, only: 0 },
  short: { seconds: 0.1, warmUp: 0.1, entries: 120, weeks: 3, connections: 20, neverReading: 50, variants: 0, only: 0 },
  async run({ createDatabase, progress }, sizes) {
    const database = await createDatabase()
    progress(`writing a season with ${sizes.entries} entries`)
    const { entries, weeks } = sizes
    const size = { entries, weeks, users: Math.ceil(entries / 3), revealRows: Math.ceil(entries / 2) }
    const season = await generatePool(database.connectionString, poolPlanOf(size))
    const server = await startServer({
      env: testEnvironment(database.connectionString, { LOG_LEVEL: 'silent', RATE_LIMITS: 'on' }),
    })
    const target = { port: Number(new URL(server.url).port), pid: server.pid, token: tokenOf(aliveMember(season)) }
    const { position: head } = (await (await fetch(`${server.url}/api/audit/head`)).json()) as { position: number }
    const entryIds = Array.from({ length: sizes.entries }, (_, i) => i + 1)
    const pool: FloodedPool = { weekIds: season.weeks, entryIds, seasonYear: season.seasonYear, head, asset: builtAsset() }
    const client = startHttpLoad()
    setPriority(client.pid, Math.min(getPriority() + FLOOD_PRIORITY, constants.priority.PRIORITY_LOW))
    try {
      await openDashboards(target.port, target.token, sizes.seconds)
      const quiet = await openDashboards(target.port, target.token, sizes.seconds)
      const variants = variantsOf(sizes)
      const bare = await floodBareServer(client, variants, sizes)
      const results: AddressResult[] = []
      for (const [i, address] of publicAddresses(pool).entries()) {
        if (sizes.only !== 0 && sizes.only !== i + 1) continue
        progress(`${i + 1} ${address.name}`)
        const floods: FloodResult[] = []
        for (const variant of variants) floods.push(await floodWith(address, variant, target, client, sizes))
        results.push({ name: `${i + 1} ${address.name}`, floods })
      }
      progress('clients that never read')
      return {
        title: `One stranger reads every public address of a pool with ${sizes.entries} entries`,
        checks: [...results.flatMap(checksOf), ...(await neverRead(target, pool, client, sizes))],
        notes: [
          `Rate limits are on. Each flood lasts ${sizes.seconds} s, and comes from a process of its own on the same cores, at a lower priority. The log has ${head.toLocaleString('en-US')} events.`,
        ],
        details: formatFloods(variants, quiet, bare, results),
      }
    } finally {
      await client.stop()
      await server.stop()
      await database.drop()
    }
  },
}

interface Variant {
  readonly connections: number
  readonly pipelined: number
}

/** What a flood cost the member and the server, and what it got. */
interface FloodResult {
  readonly variant: Variant
  readonly waits: Waits
  readonly gainedMiB: number
  /** Responses with 2xx a second. */
  readonly perSecond: number
  /** How often it got something else. */
  readonly others: Readonly<Record<string, number>>
}

interface AddressResult {
  readonly name: string
  readonly floods: readonly FloodResult[]
}

function variantsOf({ connections, variants }: PublicReadSizes): readonly Variant[] {
  if (variants === 0) return [{ connections, pipelined: 1 }]
  return [1, PIPELINED].flatMap((pipelined) => [FEW_CONNECTIONS, connections].map((count) => ({ connections: count, pipelined })))
}

const formatVariant = ({ connections, pipelined }: Variant): string =>
  pipelined === 1 ? `${connections} connections` : `${connections} × ${pipelined} at once`

/** Returns the address of the largest file of the built app. */
function builtAsset(): string | undefined {
  try {
    const [first] = readdirSync(join(root, 'apps/web/dist/assets')).filter((name) => name.endsWith('.js'))
    return first === undefined ? undefined : `/assets/${first}`
  } catch {
    return undefined
  }
}

/** Floods a server that does nothing, whose responses a member reads too: what a flood costs on this machine at least. */
async function floodBareServer(client: LoadClient, variants: readonly Variant[], sizes: PublicReadSizes): Promise<AddressResult> {
  const bare = startWorker(new URL('./bare-server.ts', import.meta.url))
  try {
    const target = { port: Number(await bare.nextMessage()), pid: bare.pid, token: 'none' }
    const floods: FloodResult[] = []
    for (const variant of variants)
      floods.push(await floodWith({ name: 'nothing', form: () => '/' }, variant, target, client, sizes))
    return { name: 'a server that does nothing', floods }
  } finally {
    await bare.stop()
  }
}

async function floodWith(
  { form, method = 'GET' }: PublicAddress,
  variant: Variant,
  { port, pid, token }: Target,
  client: LoadClient,
  { seconds, ...sizes }: PublicReadSizes,
  neverReads = false,
): Promise<FloodResult> {
  const connections = Array.from({ length: variant.connections }, (_, connection) =>
    Array.from({ length: FORMS_PER_CONNECTION }, (_form, i) =>
      requestText(port, method, form(connection * FORMS_PER_CONNECTION + i), BROWSER_HEADERS),
    ),
  )
  const memory = residentMiB(pid)
  const { pipelined } = variant
  // Clients that do not read cost most while they connect and ask.
  const warmUp = neverReads ? 0 : sizes.warmUp
  const load = client.run({
    port,
    connections,
    pipelined,
    reconnects: true,
    neverReads,
    warmUp,
    seconds,
    maxResponses: UNLIMITED,
  })
  await sleep(warmUp * 1000)
  const waits = await openDashboards(port, token, seconds)
  const gainedMiB = residentMiB(pid) - memory
  const { perSecond, others } = await load
  return { variant, waits, gainedMiB, perSecond, others }
}

function checksOf({ name, floods }: AddressResult): readonly Check[] {
  // Anything that refuses is clear, and so is a connection that is closed because too many of its requests wait.
  const unclear = floods.flatMap(({ others }) =>
    Object.entries(others).flatMap(([status, count]) =>
      /^4\d\d$|^closed$|^failed$/.test(status) ? [] : [`${count} × ${status}`],
    ),
  )
  return [
    ...floods.map(({ variant, waits, gainedMiB }) => verdictOf(`${name}, ${formatVariant(variant)}`, waits, gainedMiB)),
    isEmpty(`${name}: unclear results, failed reads`, [...unclear, ...floods.flatMap(({ waits }) => waits.failed)]),
  ]
}

function verdictOf(what: string, waits: Waits, gainedMiB: number): Check {
  return {
    what,
    expected: `p99 ≤ ${LIMIT_MS} ms, ≤ ${LIMIT_MIB} MB more`,
    found: `${formatWaits(waits)} ms, ${gainedMiB.toFixed(0)} MB`,
    // Memory is not known on every system.
    passed: waits.p99 <= LIMIT_MS && !(gainedMiB > LIMIT_MIB),
    timed: true,
  }
}

/** The member's p50, p99 and longest wait in each flood. */
function formatFloods(
  variants: readonly Variant[],
  quiet: Waits,
  bare: AddressResult,
  results: readonly AddressResult[],
): string {
  const headings = ['flooded', ...variants.map(formatVariant), 'memory (MB)', 'responses a second']
  const rowOf = ({ name, floods }: AddressResult) => [
    name,
    ...floods.map(({ waits }) => formatWaits(waits)),
    Math.max(...floods.map(({ gainedMiB }) => gainedMiB)).toFixed(0),
    floods.map(({ perSecond }) => perSecond.toFixed(0)).join(', '),
  ]
  const quietRow = ['nothing', formatWaits(quiet), ...variants.slice(1).map(() => ''), '', '']
  return formatRows(headings, [quietRow, ...[bare, ...results].map(rowOf)])
}

/** Asks for large and for costly answers on many connections, and reads none of them. */
async function neverRead(
  target: Target,
  pool: FloodedPool,
  client: LoadClient,
  sizes: PublicReadSizes,
): Promise<readonly Check[]> {
  const checks: Check[] = []
  const variant = { connections: sizes.neverReading, pipelined: PIPELINED }
  for (const address of publicAddresses(pool).filter(({ name }) => NEVER_READ.has(name))) {
    const { waits, gainedMiB } = await floodWith(address, variant, target, client, sizes, true)
    checks.push(
      verdictOf(`${address.name}, ${sizes.neverReading} connections that never read`, waits, gainedMiB),
      isEmpty(`${address.name}: a member’s reads that failed`, waits.failed),
    )
  }
  return checks
}

const NEVER_READ: ReadonlySet<string> = new Set([
  '/api/entries/{id}/history',
  '/api/reveal/{id}',
  '/api/openapi.json',
  '/api/history/matrix',
  'page /entry/{entry}',
])
