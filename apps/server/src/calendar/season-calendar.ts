import {
  addMs,
  currentRound,
  eventsThat,
  type Instant,
  instantFromMs,
  isCalledOff,
  type PoolState,
  rulesOf,
  type Game,
  gamesOf,
  roundsOf,
  weekLabel,
} from '@outlast/domain'
import ical, { ICalAlarmType, ICalEventTransparency } from 'ical-generator'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { type EncodedBody, encodeBody } from '../lib/encoded-body.ts'

// Raw SQL: events are counted per stream.

const MINUTE_S = 60
const HOUR_S = 3600
const ENTRY_MINUTES = 15

/** A date in the calendar. It depends only on the schedule, so that no calendar reveals a pick. */
export interface CalendarDate {
  readonly kind: 'lock' | 'kickoff'
  readonly weekId: number
  readonly weekNumber: number
  readonly at: Instant
  /** Whether teams lock at their own kickoff (docs/rules.md §7). */
  readonly locksTeams: boolean
}

/** How often a week's schedule has changed, and when it changed last. */
interface Revision {
  readonly count: number
  readonly changedAt: Instant
}

/** Returns the locks and first kickoffs of the current week's season. */
function calendarDates(pool: PoolState): readonly CalendarDate[] {
  const contestId = currentRound(pool)?.contestId
  if (contestId === undefined) return []
  const locksTeams = rulesOf(pool, contestId).teamLock === 'kickoff'
  return roundsOf(pool, contestId).flatMap((week): CalendarDate[] => {
    const common = { weekId: week.id, weekNumber: week.weekNumber, locksTeams }
    const kickoff = firstKickoff(gamesOf(pool, week))
    return [
      ...(kickoff === undefined ? [] : [{ ...common, kind: 'kickoff' as const, at: kickoff }]),
      { ...common, kind: 'lock' as const, at: week.lockTime },
    ]
  })
}

function firstKickoff(games: readonly Game[]): Instant | undefined {
  return games
    .filter((game) => game.kickoffKnown && !isCalledOff(game))
    .map((game) => game.kickoff)
    .sort()[0]
}

interface SeasonCalendarOptions {
  readonly db: Kysely<Tables>
  readonly pool: () => PoolState
  readonly clubName: () => string
  readonly publicUrl: string
}

/**
 * Builds the calendar that all members share. It stays byte-identical until the schedule changes, so that clients can cache it. Each
 * date keeps its UID and gets a higher SEQUENCE when it moves.
 */
export class SeasonCalendar {
  readonly #options: SeasonCalendarOptions
  #cached: { readonly key: string; readonly body: Promise<EncodedBody> } | undefined

  constructor(options: SeasonCalendarOptions) {
    this.#options = options
  }

  read(): Promise<EncodedBody> {
    const { pool, clubName } = this.#options
    const dates = calendarDates(pool())
    const key = JSON.stringify([clubName(), currentRound(pool())?.seasonYear, dates])
    if (this.#cached?.key === key) return this.#cached.body
    const cached = { key, body: this.#encode(dates) }
    this.#cached = cached
    // A failure must not stay in the cache.
    cached.body.catch(() => {
      if (this.#cached === cached) this.#cached = undefined
    })
    return cached.body
  }

  async #encode(dates: readonly CalendarDate[]): Promise<EncodedBody> {
    const { db, clubName, publicUrl, pool } = this.#options
    const year = currentRound(pool())?.seasonYear
    const revisionOf = await readRevisions(db, [...new Set(dates.map(({ weekId }) => weekId))])
    const text = writeCalendar(
      { name: year === undefined ? clubName() : `${clubName()}: season ${year}`, publicUrl },
      dates,
      revisionOf,
    )
    return encodeBody(text, { contentType: 'text/calendar; charset=utf-8' })
  }
}

type Revisions = (date: Pick<CalendarDate, 'kind' | 'weekId'>) => Revision

/** The events that can move a date. */
const MOVES = { lock: eventsThat('moves_lock'), kickoff: eventsThat('moves_kickoff') } as const

/** Counts the revisions of weeks in the log, so that every process returns the same ones, also after a restart. */
async function readRevisions(db: Kysely<Tables>, weekIds: readonly number[]): Promise<Revisions> {
  const streams = weekIds.map((id) => `week-${id}`)
  const rows =
    streams.length === 0
      ? []
      : await db
          .selectFrom('events')
          .select(['stream', 'type', sql<number>`count(*)::integer`.as('count'), sql<Instant>`max(recorded_at)`.as('changedAt')])
          .where('stream', 'in', streams)
          .where('type', 'in', [...MOVES.lock, ...MOVES.kickoff])
          .groupBy(['stream', 'type'])
          .execute()
  return ({ kind, weekId }) =>
    rows
      .filter(({ stream, type }) => stream === `week-${weekId}` && MOVES[kind].some((move) => move === type))
      .reduce(({ count, changedAt }, row) => ({ count: count + row.count, changedAt: latest(changedAt, row.changedAt) }), NEVER)
}

const NEVER: Revision = { count: 0, changedAt: instantFromMs(0) }

const latest = (a: Instant, b: Instant): Instant => (a > b ? a : b)

/** Writes dates as iCalendar (RFC 5545). */
export function writeCalendar(
  { name, publicUrl }: { readonly name: string; readonly publicUrl: string },
  dates: readonly CalendarDate[],
  revisionOf: Revisions,
): string {
  const calendar = ical({ name, url: publicUrl, prodId: { company: 'Outlast', product: 'Outlast', language: 'EN' }, ttl: HOUR_S })
  const { host } = new URL(publicUrl)
  for (const date of dates) {
    const { count, changedAt } = revisionOf(date)
    const texts = textsOf(date)
    const event = calendar.createEvent({
      id: `week-${date.weekId}-${date.kind}@${host}`,
      sequence: Math.max(0, count - 1),
      stamp: new Date(changedAt),
      lastModified: new Date(changedAt),
      start: new Date(date.at),
      end: new Date(addMs(date.at, ENTRY_MINUTES * MINUTE_S * 1000)),
      summary: texts.title,
      description: `${texts.text}\n${publicUrl}/`,
      url: `${publicUrl}/`,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
    event.createAlarm({ type: ICalAlarmType.display, trigger: texts.alarmSeconds, description: texts.alarm })
  }
  return `${calendar.toString()}\r\n`
}

function textsOf({ kind, weekNumber, locksTeams }: CalendarDate) {
  if (kind === 'lock') {
    return {
      title: `Week ${weekLabel(weekNumber)}: picks lock`,
      text: `Week ${weekLabel(weekNumber)} locks now, and everybody’s picks are revealed.`,
      alarm: `Week ${weekLabel(weekNumber)} locks in 3 hours. Is your pick in?`,
      alarmSeconds: 3 * HOUR_S,
    }
  }
  return {
    title: `Week ${weekLabel(weekNumber)}: first kickoff`,
    text: locksTeams
      ? `The first game of week ${weekLabel(weekNumber)} kicks off. Its teams cannot be picked any more.`
      : `The first game of week ${weekLabel(weekNumber)} kicks off.`,
    alarm: `Week ${weekLabel(weekNumber)} kicks off in an hour.`,
    alarmSeconds: HOUR_S,
  }
}
