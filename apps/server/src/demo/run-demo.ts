import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@outlast/contract/client'
import { instantToMs, addMs, type WeekId } from '@outlast/domain'
import bcrypt from 'bcryptjs'
import { pino } from 'pino'
import { systemClock } from '../lib/clock.ts'
import type { Config } from '../config/config.ts'
import { migrate } from '../database/index.ts'
import { startEmbeddedPostgres } from '../postgres/index.ts'
import { openLog } from '../app/open-log.ts'
import { generateSeason, openingSundayFor } from './generated-season.ts'
import type { Season } from '../feed/season-csv.ts'
import { createServer } from '../app/outlast-server.ts'
import { sleep } from '../lib/wait.ts'
import { type DemoFeed, startDemoFeed } from './demo-feed.ts'
import { seedPool } from './seed-pool.ts'
import { sundayScript } from './sunday-script.ts'

interface DemoOptions {
  readonly config: Config
  readonly entries: number
  /** Seconds until the week locks. */
  readonly lockInSeconds: number
  /** Minutes of the game day per real minute. */
  readonly speed: number
  readonly print: (line: string) => void
}

export interface Demo {
  /** The origin that visitors open. */
  readonly url: string
  /** Resolves at the end of the Sunday; the pool stays open. */
  readonly played: Promise<void>
  readonly stop: () => Promise<void>
}

const SEED = 2026
const WEEK = 9
const POLL_MS = 1_000
export const DEMO_LOGIN = { admin: 'admin@demo.example', member: 'mia@demo.example', password: 'outlast-demo' }

/** Starts a temporary pool in mid-season, and a feed that plays a Sunday in a few minutes. */
export async function runDemo(options: DemoOptions): Promise<Demo> {
  const dataDir = mkdtempSync(join(tmpdir(), 'outlast-demo-'))
  const silent = { info: () => {}, warn: () => {} }
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, log: silent })
  const stopping = new AbortController()
  const stopFunctions: (() => Promise<void>)[] = []
  const stop = async (): Promise<void> => {
    stopping.abort()
    for (const stopFunction of stopFunctions.toReversed()) await stopFunction()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await migrate({ connectionString: postgres.connectionString })
    const { feed, season } = await prepare(options, postgres.connectionString)
    stopFunctions.push(() => feed.stop())
    const config: Config = {
      ...options.config,
      dataDir,
      production: false,
      espnBaseUrl: feed.url,
      autoSync: true,
      logLevel: 'silent',
      mail: { kind: 'files', folder: join(dataDir, 'mail'), from: 'Outlast <demo@localhost>' },
    }
    const feedPace = { liveMs: POLL_MS, nearMs: POLL_MS, idleMs: POLL_MS }
    const server = await createServer(config, postgres.connectionString, { feedPace, log: pino({ level: 'silent' }) })
    stopFunctions.push(() => server.stop())
    // One name everywhere: a browser keeps the login of localhost from 127.0.0.1.
    const url = server.url.replace('127.0.0.1', 'localhost')
    return { url, played: narrate(options, feed, season, url, stopping.signal), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Fills the pool and starts the feed. The lock time is the first minute of the script. */
async function prepare({ entries, lockInSeconds, speed }: DemoOptions, connectionString: string) {
  const now = systemClock.now()
  const seasonYear = Number(now.slice(0, 4)) - (now.slice(5, 7) < '03' ? 1 : 0)
  const season = generateSeason({ seed: SEED, seasonYear, openingSunday: openingSundayFor(WEEK, now) })
  const log = await openLog({
    connectionString,
    clock: systemClock,
    log: pino({ level: 'silent' }),
  })
  try {
    const { queue, follower } = log
    const passwordHash = await bcrypt.hash(DEMO_LOGIN.password, 10)
    const people = { passwordHash, adminEmail: DEMO_LOGIN.admin, memberEmail: DEMO_LOGIN.member }
    const lastSeason = generateSeason({ seed: SEED + 1, seasonYear: seasonYear - 1 })
    const seasons = { season, lastSeason, week: WEEK }
    const { weekId } = await seedPool({ ...people, ...seasons, queue, pool: () => follower.pool, entries, seed: SEED })
    const startsAt = addMs(systemClock.now(), lockInSeconds * 1000)
    await openForPicks(queue, weekId, startsAt)
    const script = sundayScript(SEED, season.weeks.get(WEEK) ?? [])
    return { season, feed: await startDemoFeed({ season, week: WEEK, script, speed, clock: systemClock, startsAt }) }
  } finally {
    await log.stop()
  }
}

async function openForPicks(queue: Parameters<typeof seedPool>[0]['queue'], weekId: WeekId, lockTime: ReturnType<typeof addMs>) {
  const system = { kind: 'system' } as const
  const lock = { type: 'SetLockTime', data: { weekId, lockTime } } as const
  await queue.submit({ envelope: { command: { type: 'ClearSiteTime', data: {} }, actor: system }, toResponse: () => null })
  await queue.submit({ envelope: { command: lock, actor: system }, toResponse: () => null })
}

/** Announces the moments of the Sunday in the terminal. */
async function narrate({ print }: DemoOptions, feed: DemoFeed, season: Season, url: string, signal: AbortSignal): Promise<void> {
  const api = createClient({ baseUrl: url, token: () => null })
  let announced = 0
  let alive = -1
  let isLocked = false
  while (!signal.aborted) {
    if (!isLocked && systemClock.nowMs() >= instantToMs(feed.startsAt)) {
      isLocked = true
      print(`  Locked. The picks of week ${WEEK} are public: ${url}/reveal`)
    }
    const { moments, finished } = feed.progress()
    for (const moment of moments.slice(announced)) print(`  ${moment.text}`)
    announced = moments.length
    const matrix = await api.call('getMatrix', { query: { season: String(season.seasonYear) } }).catch(() => undefined)
    const aliveNow = matrix?.entries.filter((entry) => !entry.is_eliminated).length ?? alive
    if (aliveNow !== alive) print(`  ${aliveNow} entries alive`)
    alive = aliveNow
    if (finished) return print('  The Sunday is over. The pool stays open until Ctrl-C.')
    await sleep(POLL_MS, signal)
  }
}
