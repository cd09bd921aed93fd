import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchContext, Benchmark } from '../support/context.ts'
import type { Figure, Report } from '../support/figures.ts'
import { type LoadPlan, type LoadResult, requestText } from '@outlast/testing/http/http-load'
import { makeSeasonLog } from '../support/large-log.ts'
import { startOurServer } from '@outlast/testing/server/benchmark-server'
import { cpuSeconds, startTalking, type TalkingPart } from '@outlast/testing/process/worker'
import { withClient } from '@outlast/testing/postgres/durable-postgres'
import { type KnownAnswer, knownAnswers } from './answers.ts'

const ENTRIES = 10_000
const CONNECTIONS = 64
const WARM_UP_SECONDS = 0.5
/** Before anything is counted, so many answers of each kind on each side, for the compilers. */
const FIRST_WARM_UP = 5_000
const MOST_ANSWERS = 2_000_000
/** As a browser asks. */
const HEADERS = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  Accept: 'application/json',
  'Accept-Language': 'en-US,en;q=0.9',
  'Accept-Encoding': 'gzip, deflate, br',
}

interface Side {
  readonly port: number
  readonly pid: number
}

/** A kind of request: an address, and whether its sender has the answer already. */
interface Kind {
  readonly what: string
  readonly path: string
  readonly bytes: number
  readonly ifNoneMatch: string | undefined
}

interface Run {
  readonly perSecond: number
  readonly cpuPerAnswer: number
}

/** Snapshots that are kept encoded, whole and conditional, against the same bytes from bare `node:http`. */
export const snapshots: Benchmark = {
  name: 'snapshots',
  about: 'cached snapshots of 10,000 entries per second, whole and conditional, against bare node:http',
  run: async (context) => {
    const log = await makeSeasonLog(context.postgres, { name: 'snapshots', entries: ENTRIES }, context.say)
    const dataDir = mkdtempSync(join(tmpdir(), 'outlast-bench-data-'))
    const load = startTalking(new URL(import.meta.resolve('@outlast/testing/http/http-load-worker')))
    const bare = startTalking(new URL('./comparator.ts', import.meta.url))
    try {
      const ours = await startOurServer({ connectionString: log.connectionString, dataDir, profile: context.profile })
      try {
        const known = await knownAnswers(ours.port, await pathsIn(log.connectionString), HEADERS)
        const comparator = { port: await bare.ask<number>(known), pid: bare.pid }
        return await compare(context, load, { port: ours.port, pid: ours.part.pid }, comparator, kindsOf(known))
      } finally {
        await ours.part.stop()
      }
    } finally {
      await Promise.all([load.stop(), bare.stop()])
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

/** The reveal of the first week, which all entries went into, and the whole season: as answers of their own, and as live views. */
function pathsIn(connectionString: string): Promise<readonly string[]> {
  return withClient(connectionString, async (client) => {
    const query = `SELECT (data->>'weekId')::int AS week, (data->>'seasonYear')::int AS season FROM events
      WHERE type = 'WeekAdded' ORDER BY position LIMIT 1`
    const first = (await client.query<{ week: number; season: number }>(query)).rows[0]
    if (first === undefined) throw new Error('the made-up season has no week')
    const { week, season } = first
    return [`/api/reveal/${week}`, `/api/history/matrix?season=${season}`, `/api/live/week:${week}`, `/api/live/season:${season}`]
  })
}

function kindsOf(known: readonly KnownAnswer[]): readonly Kind[] {
  return known.flatMap(({ path, full }) => {
    const what = path.slice('/api'.length).replaceAll(/\d+/g, '…')
    return [
      { what: `${what}, whole`, path, bytes: full.body.length, ifNoneMatch: undefined },
      { what: `${what}, 304`, path, bytes: 0, ifNoneMatch: full.etag },
    ]
  })
}

async function compare(
  context: BenchContext,
  load: TalkingPart,
  ours: Side,
  bare: Side,
  kinds: readonly Kind[],
): Promise<Report> {
  for (const kind of kinds)
    for (const side of [ours, bare]) await run(load, side, kind, { warmUp: 0, seconds: 60, maxAnswers: FIRST_WARM_UP })
  const figures: Figure[] = []
  for (const kind of kinds) {
    const rounds: { ours: Run; bare: Run }[] = []
    for (let round = 1; round <= context.rounds; round += 1) {
      const length = { warmUp: WARM_UP_SECONDS, seconds: context.seconds, maxAnswers: MOST_ANSWERS }
      const first = await run(load, ours, kind, length)
      const second = await run(load, bare, kind, length)
      rounds.push({ ours: first, bare: second })
    }
    const last = rounds.at(-1)
    context.say(`snapshots: ${kind.what}: ${last?.ours.perSecond.toFixed(0)} against ${last?.bare.perSecond.toFixed(0)} a second`)
    figures.push(...figuresOf(kind, rounds))
  }
  return { title: `Cached snapshots of ${ENTRIES.toLocaleString('en-US')} entries`, figures, notes: notesOn(kinds) }
}

type Length = Pick<LoadPlan, 'warmUp' | 'seconds' | 'maxAnswers'>

async function run(load: TalkingPart, { port, pid }: Side, kind: Kind, length: Length): Promise<Run> {
  const condition = kind.ifNoneMatch === undefined ? {} : { 'If-None-Match': kind.ifNoneMatch }
  const request = requestText(port, 'GET', kind.path, { ...HEADERS, ...condition })
  const before = cpuSeconds(pid)
  const plan: LoadPlan = { port, connections: Array.from({ length: CONNECTIONS }, () => [request]), ...length }
  const result = await load.ask<LoadResult>(plan)
  if (Object.keys(result.others).length > 0) throw new Error(`not every answer was one: ${JSON.stringify(result.others)}`)
  return { perSecond: result.perSecond, cpuPerAnswer: ((cpuSeconds(pid) - before) / result.accepted) * 1e6 }
}

function figuresOf({ what }: Kind, rounds: readonly { readonly ours: Run; readonly bare: Run }[]): Figure[] {
  const figure = (name: string, unit: string, of: (run: Run) => number): Figure => ({
    what: name,
    unit,
    ours: rounds.map((round) => of(round.ours)),
    comparator: rounds.map((round) => of(round.bare)),
  })
  return [
    { ...figure(what, 'answers/s', (run) => run.perSecond), aim: { of: 'ratio', atLeast: 0.6 } },
    figure(`${what}: processor time`, 'µs/answer', (run) => run.cpuPerAnswer),
  ]
}

function notesOn(kinds: readonly Kind[]): readonly string[] {
  const sizes = kinds
    .filter(({ bytes }) => bytes > 0)
    .map(({ what, bytes }) => `${what.replace(', whole', '')} ${Math.round(bytes / 1024)} KiB`)
  return [
    `18 weeks played; ${CONNECTIONS} kept-alive connections; bodies as compressed (brotli): ${sizes.join(', ')}.`,
    'Comparator: `node:http` with the same headers and bodies in a map: no router, token, guard of the lock, request id, log or metrics.',
  ]
}
