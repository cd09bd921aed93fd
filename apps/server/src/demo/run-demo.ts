import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@outlast/contract/client'
import { addMs, type CommandData, type CommandOfType, type Instant, parseTeam, type TeamAbbr, type WeekId } from '@outlast/domain'
import bcrypt from 'bcryptjs'
import { pino } from 'pino'
import { openLog } from '../app/open-log.ts'
import { createServer, type OutlastServer } from '../app/outlast-server.ts'
import type { Config } from '../config/config.ts'
import { migrate } from '../database/index.ts'
import type { Season } from '@outlast/seasons/season'
import { systemClock } from '../lib/clock.ts'
import { sleep } from '../lib/wait.ts'
import { startEmbeddedPostgres } from '../postgres/index.ts'
import type { SundayGoals } from './assign-courses.ts'
import { type DemoFeed, startDemoFeed } from './demo-feed.ts'
import { generateSeason, openingSundayFor } from '@outlast/seasons/season'
import { type SeededPool, seedPool } from './seed-pool.ts'
import { sundayScript } from './sunday-script.ts'

export interface DemoOptions {
  readonly config: Config
  readonly entries: number
  /** Seconds from the first visitor until the week locks. */
  readonly lockInSeconds: number
  /** Minutes of the game day per real minute. */
  readonly speed: number
  /** Whether the Sunday decides the season. */
  readonly isFinal: boolean
  /** Whether the countdown starts at once instead of with the first visitor. */
  readonly startsAtOnce: boolean
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
/** The last week of a season. */
const FINAL_WEEK = 18
const POLL_MS = 1_000
const VISITOR_POLL_MS = 100
/** How far away the lock is until the first visitor arrives. */
const WAITING_MS = 7 * 24 * 3_600_000
export const DEMO_LOGIN = { admin: 'admin@demo.example', member: 'mia@demo.example', password: 'outlast-demo' }

/** A pool and its feed, ready for the Sunday. */
interface PreparedDemo extends SeededPool {
  readonly week: number
  readonly season: Season
  readonly feed: DemoFeed
  /** Sets the lock time of the week. */
  readonly setLock: (lockTime: Instant) => Promise<void>
  readonly close: () => Promise<void>
}

/** Starts a temporary pool in mid-season or before its last week, and a feed that plays a Sunday in a few minutes. */
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
    const prepared = await prepare(options, postgres.connectionString)
    stopFunctions.push(prepared.close)
    const config: Config = {
      ...options.config,
      dataDir,
      production: false,
      espnBaseUrl: prepared.feed.url,
      autoSync: true,
      logLevel: 'silent',
      mail: { kind: 'files', folder: join(dataDir, 'mail'), from: 'Outlast <demo@localhost>' },
    }
    const feedPace = { liveMs: POLL_MS, nearMs: POLL_MS, idleMs: POLL_MS, aheadMs: POLL_MS, spacingMs: POLL_MS }
    const server = await createServer(config, postgres.connectionString, { feedPace, log: pino({ level: 'silent' }) })
    stopFunctions.push(() => server.stop())
    // The same name everywhere: a browser does not share a login between localhost and 127.0.0.1.
    const url = server.url.replace('127.0.0.1', 'localhost')
    return { url, played: playSunday(options, prepared, server, url, stopping.signal), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Fills the pool and starts the feed. */
async function prepare({ entries, speed, isFinal }: DemoOptions, connectionString: string): Promise<PreparedDemo> {
  const now = systemClock.now()
  const week = isFinal ? FINAL_WEEK : WEEK
  const seasonYear = Number(now.slice(0, 4)) - (now.slice(5, 7) < '03' ? 1 : 0)
  const season = generateSeason({ seed: SEED, seasonYear, openingSunday: openingSundayFor(week, now) })
  const log = await openLog({ connectionString, clock: systemClock, log: pino({ level: 'silent' }) })
  try {
    const { queue, follower } = log
    const passwordHash = await bcrypt.hash(DEMO_LOGIN.password, 10)
    const people = { passwordHash, adminEmail: DEMO_LOGIN.admin, memberEmail: DEMO_LOGIN.member }
    const lastSeason = generateSeason({ seed: SEED + 1, seasonYear: seasonYear - 1 })
    const seasons = { season, lastSeason, week, isFinal }
    const seeded = await seedPool({ ...people, ...seasons, queue, pool: () => follower.pool, entries, seed: SEED })
    const submit = async <T extends 'SetLockTime' | 'ClearSiteTime'>(type: T, data: CommandData[T]): Promise<void> => {
      const command = { type, data } as CommandOfType<T>
      await queue.submit({ envelope: { command, actor: { kind: 'system' } }, toResponse: () => null })
    }
    const setLock = (lockTime: Instant) => submit('SetLockTime', { weekId: seeded.weekId, lockTime })
    const startsAt = addMs(systemClock.now(), WAITING_MS)
    await setLock(startsAt)
    await submit('ClearSiteTime', {})
    const script = sundayScript(SEED, season.weeks.get(week) ?? [])
    const feed = await startDemoFeed({ season, week, script, speed, clock: systemClock, startsAt })
    const close = async (): Promise<void> => {
      await feed.stop()
      await log.stop()
    }
    return { ...seeded, week, season, feed, setLock, close }
  } catch (error) {
    await log.stop()
    throw error
  }
}

/** Waits for the first visitor, plays the Sunday, and announces its moments in the terminal. */
async function playSunday(
  options: DemoOptions,
  prepared: PreparedDemo,
  server: OutlastServer,
  url: string,
  signal: AbortSignal,
): Promise<void> {
  const { print, lockInSeconds, startsAtOnce, isFinal } = options
  const { feed, week } = prepared
  while (!startsAtOnce && server.liveConnections() === 0) {
    await sleep(VISITOR_POLL_MS, signal)
    if (signal.aborted) return
  }
  const startsAt = addMs(systemClock.now(), lockInSeconds * 1_000)
  feed.start(startsAt)
  await prepared.setLock(startsAt)
  print(`  Week ${week} locks in ${lockInSeconds} seconds. One of Mia’s entries has no pick yet.`)
  const api = createClient({ baseUrl: url, token: () => null })
  while (!signal.aborted && !(await isLocked(api, prepared.weekId))) await sleep(VISITOR_POLL_MS, signal)
  if (signal.aborted) return
  print(`  Locked. The picks of week ${week} are public: ${url}/reveal`)
  feed.play(sundayScript(SEED, prepared.season.weeks.get(week) ?? [], await goalsFor(api, prepared, isFinal)))
  await announce(print, prepared, api, signal)
  print(`  The Sunday is over${isFinal ? ', and so is the season' : ''}. The pool stays open until Ctrl-C.`)
}

type Api = ReturnType<typeof createClient>

const isLocked = (api: Api, weekId: WeekId): Promise<boolean> =>
  api.call('currentWeek').then(
    (week) => week.id === weekId && week.is_locked,
    () => false,
  )

/**
 * Decides from the picks who wins: one of the visitor's entries is eliminated and the other one stays, whatever their teams are. In
 * the last week nobody else stays.
 */
async function goalsFor(api: Api, { weekId, ownEntries }: PreparedDemo, isFinal: boolean): Promise<SundayGoals> {
  const { picks } = await api.call('weekReveal', { params: { id: weekId } })
  const counts = new Map<TeamAbbr, number>()
  const teamOf = (id: number) => parseTeam(picks.find(({ entry_id }) => entry_id === id)?.team_abbr ?? '')
  for (const { entry_id } of picks) {
    const team = teamOf(entry_id)
    if (team !== undefined) counts.set(team, (counts.get(team) ?? 0) + 1)
  }
  const own = ownEntries.map(teamOf).filter((team) => team !== undefined)
  if (!isFinal) return { winner: own.at(-1), loser: own[0] === own.at(-1) ? undefined : own[0], picks: counts, isFinal }
  // Only a team with a single pick leads to a single champion. Without such a team, the last entries go out together and share the title.
  const alone = [...counts].filter(([, count]) => count === 1).map(([team]) => team)
  const winner = own.findLast((team) => alone.includes(team)) ?? alone[0]
  return { winner, loser: own.find((team) => team !== winner), picks: counts, isFinal }
}

/** Prints the moments of the Sunday, and how many entries are alive, until it is over. */
async function announce(
  print: DemoOptions['print'],
  { feed, season }: PreparedDemo,
  api: Api,
  signal: AbortSignal,
): Promise<void> {
  let announced = 0
  let alive = -1
  while (!signal.aborted) {
    const { moments, finished } = feed.progress()
    for (const moment of moments.slice(announced)) print(`  ${moment.text}`)
    announced = moments.length
    const matrix = await api.call('getMatrix', { query: { season: String(season.seasonYear) } }).catch(() => undefined)
    const aliveNow = matrix?.entries.filter((entry) => !entry.is_eliminated).length ?? alive
    if (aliveNow !== alive) print(`  ${aliveNow} entries alive`)
    alive = aliveNow
    if (finished) return
    await sleep(POLL_MS, signal)
  }
}
