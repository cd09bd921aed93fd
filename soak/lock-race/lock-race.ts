import type { StoredEvent } from '@outlast/server/log/stored-event'
import {
  type AcknowledgedPick,
  type AnsweredPick,
  isPick,
  type Member,
  openWeek,
  readLog,
  registerMembersIn,
  sendJson,
  sendTimedPicks,
  teamAt,
  type TimedPick,
  type VerifiedLog,
} from '@outlast/testing'
import { type Check, checkLog, info, isAtLeast, isEmpty, type Scenario, type SoakContext } from '../support/scenario.ts'
import { SecrecyWatch } from './secrecy-watch.ts'
import { checkClock, type ShiftedServer, startShifted, stepBack } from './shifted-server.ts'

const ENTRIES_EACH = 20
const PICKS_ACCEPTED = 'picks accepted'
const HOUR_MS = 3_600_000
/** The clock shifts of both servers in each race. A slow clock would accept late picks; a fast one would reveal picks early. */
const CLOCK_SHIFTS = [
  [-80, HOUR_MS],
  [80, -HOUR_MS],
] as const
/** Time to set the lock and to open connections before the picks begin, in the first attempt. */
const PREPARE_MS = 1_500
/** A race proves nothing if the machine was so busy that every pick arrived late. It is then run again with more time to prepare. */
const MAX_ATTEMPTS = 4
/** Half the duration of the warm-up: a server that has just started is far slower than one on a game day. */
const WARM_UP_MS = 1_500

interface RaceSizes {
  readonly picks: number
  readonly entries: number
  /** Milliseconds before and after the lock. */
  readonly around: number
  readonly [size: string]: number
}

/** Sends picks around a lock to two servers with wrong clocks: only the database's time may decide. */
export const lockRace: Scenario<RaceSizes> = {
  name: 'lock-race',
  about: 'picks around the lock (ms before and after) on two processes whose clocks are wrong by 80 ms and an hour',
  sizes: { picks: 10_000, entries: 1_000, around: 500 },
  short: { picks: 600, entries: 100, around: 500 },
  async run(context, sizes) {
    const checks: Check[] = []
    for (const shifts of CLOCK_SHIFTS) checks.push(...(await raceUntilPicksArrive(context, sizes, shifts)))
    return {
      title: `${sizes.picks.toLocaleString('en-US')} picks within ±${sizes.around} ms of the lock, twice`,
      checks,
      notes: [
        'Each pick was sent at its time, whether or not earlier ones had been answered, to both servers in turn.',
        'Leaks: messages to visitors and other members, and responses to them, that show a pick before the lock.',
      ],
    }
  },
}

async function raceUntilPicksArrive(
  context: SoakContext,
  sizes: RaceSizes,
  shifts: readonly number[],
): Promise<readonly Check[]> {
  for (let attempt = 1; ; attempt += 1) {
    const checks = await race(context, sizes, shifts, PREPARE_MS * 2 ** (attempt - 1))
    const failed = checks.filter(({ passed, timed }) => passed === false && timed !== true)
    const isInconclusive = failed.length > 0 && failed.every(({ what }) => what.endsWith(PICKS_ACCEPTED))
    if (!isInconclusive || attempt === MAX_ATTEMPTS) return checks
  }
}

async function race(
  { createDatabase }: SoakContext,
  sizes: RaceSizes,
  shifts: readonly number[],
  prepareMs: number,
): Promise<readonly Check[]> {
  const database = await createDatabase()
  const servers: ShiftedServer[] = []
  try {
    const { admin, members } = await registerMembersIn(database, Math.ceil(sizes.entries / ENTRIES_EACH), ENTRIES_EACH)
    for (const shift of shifts) servers.push(await startShifted(database.connectionString, shift))
    const checks = await raceOn(servers, admin, members, { ...sizes, prepareMs }, database.connectionString)
    return checks.map((check) => ({ ...check, what: `clocks ${shifts.map(formatShift).join(' and ')}: ${check.what}` }))
  } finally {
    for (const server of servers) await server.process.stop()
    await database.drop()
  }
}

const formatShift = (ms: number): string => (Math.abs(ms) >= HOUR_MS ? `${ms / HOUR_MS} h` : `${ms} ms`)

async function raceOn(
  servers: readonly ShiftedServer[],
  admin: Member,
  members: readonly Member[],
  { prepareMs, ...sizes }: RaceSizes & { readonly prepareMs: number },
  connectionString: string,
): Promise<readonly Check[]> {
  const urls = servers.map((server) => server.process.url)
  const clockChecks = await Promise.all(servers.map(checkClock))
  const weekId = await openWeek(urls, admin)
  const [outsider, ...players] = members
  const watches = urls.map((url) => new SecrecyWatch(url, weekId, outsider?.token))
  const picksAround = (timeMs: number, plan: RaceSizes, firstTurn = 0) =>
    sendTimedPicks(planPicks(urls, players, weekId, timeMs, plan, firstTurn))
  try {
    await Promise.all(watches.map((watch) => watch.start()))
    const early = await picksAround(Date.now() + WARM_UP_MS, { ...sizes, picks: sizes.picks / 5, around: WARM_UP_MS })
    const lockMs = Date.now() + prepareMs + sizes.around
    await setLock(urls[0] ?? '', admin, weekId, lockMs)
    const answered = await picksAround(lockMs, sizes, TURNS_APART)
    const reveals = await Promise.all(watches.map((watch) => watch.firstReveal()))
    const stepped = await Promise.all(servers.map(stepBack))
    const late = await picksAround(Date.now() + 100, { ...sizes, picks: 100, around: 50 })
    const log = await readLog(connectionString)
    const currentReveals = await Promise.all(watches.map((watch) => watch.currentReveal()))
    return [
      ...clockChecks,
      ...checkPicks(answered, log, lockMs),
      ...(await checkLog(connectionString, [...early, ...answered].flatMap(acknowledgedIn))),
      ...reveals.map((reveal) => isEmpty('accepted picks missing from the first reveal of a server', missingFrom(reveal, log))),
      isEmpty(
        'leaks before the lock',
        watches.flatMap((watch) => watch.leaksBefore(lockMs)),
      ),
      ...(await Promise.all(stepped.map(checkClock))),
      isEmpty(
        'picks accepted after the clocks stepped back',
        late.filter(({ status }) => status !== 403),
      ),
      isEmpty(
        'events that reopened the week',
        log.events.filter(({ type }) => type === 'WeekReopened'),
      ),
      isEmpty(
        'servers whose reveal changed afterwards',
        currentReveals.filter((text, i) => text !== reveals[i]?.text),
      ),
    ]
  } finally {
    for (const watch of watches) watch.stop()
  }
}

async function setLock(url: string, { token }: Member, weekId: number, lockMs: number): Promise<void> {
  const body = { lock_time: new Date(lockMs).toISOString() }
  const { status } = await sendJson('PATCH', `${url}/api/weeks/${weekId}`, token, body)
  if (status !== 200) throw new Error(`the lock could not be set: ${status}`)
}

/** How many turns of each entry lie between the teams of two rounds, so that no pick repeats the one before it. */
const TURNS_APART = 16

/**
 * Spreads picks evenly around a time. Every server and every entry gets picks on both sides of it. Each pick of an entry changes its
 * team, because a pick that changes nothing is not recorded.
 */
function planPicks(
  urls: readonly string[],
  members: readonly Member[],
  weekId: number,
  timeMs: number,
  { picks, around }: RaceSizes,
  firstTurn: number,
): readonly TimedPick[] {
  const entries = members.flatMap(({ token, entryIds }) => entryIds.map((entryId) => ({ token, entryId })))
  return Array.from({ length: picks }, (_, i) => {
    const { token = '', entryId = 0 } = entries[i % entries.length] ?? {}
    const at = timeMs - around + (2 * around * i) / picks
    const team = teamAt((i % entries.length) + firstTurn + Math.floor(i / entries.length))
    return { at, url: urls[i % urls.length] ?? '', token, weekId, entryId, team }
  })
}

const acknowledgedIn = ({ position, entryId, team }: AnsweredPick): readonly AcknowledgedPick[] =>
  position === undefined ? [] : [{ position, entryId, team }]

function checkPicks(answered: readonly AnsweredPick[], { events }: VerifiedLog, lockMs: number): readonly Check[] {
  const locks = events.filter(({ type }) => type === 'WeekLocked')
  const lockPosition = locks[0]?.position ?? 0
  const late = events.filter(
    (event) => isPick(event) && (event.position > lockPosition || Date.parse(event.recordedAt) >= lockMs),
  )
  const statuses = answered.map(({ status }) => status)
  return [
    isAtLeast(PICKS_ACCEPTED, 1, answered.flatMap(acknowledgedIn).length),
    isAtLeast('picks rejected because the week was locked', 1, statuses.filter((status) => status === 403).length),
    isEmpty(
      'other responses',
      statuses.filter((status) => ![200, 201, 403].includes(status)),
    ),
    info('the lock was recorded after its time by', `${Date.parse(locks[0]?.recordedAt ?? '') - lockMs} ms`),
    isEmpty('picks recorded after the lock, or not before its time', late),
    isEmpty('further locks of the week', locks.slice(1)),
  ]
}

/** Returns the entries whose last accepted pick differs from a reveal. */
function missingFrom(
  { teams }: { readonly teams: ReadonlyMap<number, string> },
  log: { readonly events: readonly StoredEvent[] },
) {
  const last = new Map<number, string>(log.events.filter(isPick).map(({ data }) => [data.entryId, data.team]))
  const entries = new Set([...last.keys(), ...teams.keys()])
  return [...entries].filter((id) => last.get(id) !== teams.get(id)).map((id) => `entry ${id}`)
}
