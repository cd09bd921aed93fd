import type { FeedGame, UnreadPart } from '@outlast/domain'
import { isObject, shown, textOf } from './loose-json.ts'

/** What a status of ESPN means: a status of the pool, and the states in which ESPN uses it (`pre`, `in`, `post`). */
interface Meaning {
  readonly progress: Pick<FeedGame, 'status' | 'phase'>
  readonly states: readonly State[]
}
type State = 'pre' | 'in' | 'post'

const SCHEDULED: Meaning = { progress: { status: 'scheduled' }, states: ['pre'] }
const PLAYING: Meaning = { progress: { status: 'in_progress' }, states: ['in'] }
const FINAL: Meaning = { progress: { status: 'final' }, states: ['post'] }
const ANY: Meaning['states'] = ['pre', 'in', 'post']
const CANCELLED: Meaning = { progress: { status: 'cancelled' }, states: ANY }
const UNDECIDED: Meaning = { progress: { status: 'in_progress', phase: 'undecided' }, states: ANY }

/** Only a game that was played to its end is final: nobody is out because of a forfeit (docs/rules.md §4.9). */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  STATUS_SCHEDULED: SCHEDULED,
  STATUS_TBD: SCHEDULED,
  STATUS_IN_PROGRESS: PLAYING,
  STATUS_HALFTIME: PLAYING,
  STATUS_END_PERIOD: PLAYING,
  STATUS_END_OF_PERIOD: PLAYING,
  STATUS_END_OF_REGULATION: PLAYING,
  STATUS_OVERTIME: PLAYING,
  STATUS_SUSPENDED: { progress: { status: 'in_progress', phase: 'suspended' }, states: ANY },
  STATUS_POSTPONED: { progress: { status: 'postponed' }, states: ANY },
  STATUS_CANCELED: CANCELLED,
  STATUS_CANCELLED: CANCELLED,
  STATUS_FINAL: FINAL,
  STATUS_FINAL_OVERTIME: FINAL,
  STATUS_FINAL_OT: FINAL,
  STATUS_FORFEIT: UNDECIDED,
  STATUS_ABANDONED: UNDECIDED,
  STATUS_UNCONTESTED: UNDECIDED,
  STATUS_NO_CONTEST: UNDECIDED,
}

const DELAYS: ReadonlySet<string> = new Set(['STATUS_DELAYED', 'STATUS_RAIN_DELAY', 'STATUS_WEATHER_DELAY'])

export interface ReadStatus extends Pick<FeedGame, 'status' | 'phase' | 'isProgressUnread'> {
  readonly unread: readonly UnreadPart[]
}

/** Reads the status of an event, which its competition repeats. */
export function readStatuses(ofEvent: unknown, ofCompetition: unknown): ReadStatus {
  const [first, second] = [ofEvent, ofCompetition].filter((status) => status !== undefined && status !== null).map(readStatus)
  if (first === undefined) return unreadStatus('nothing')
  if (second === undefined || JSON.stringify(first) === JSON.stringify(second)) return first
  return unreadStatus([first, second].map(({ phase, status, unread }) => unread[0]?.value ?? phase ?? status).join(' and '))
}

function unreadStatus(value: string): ReadStatus {
  return { status: 'scheduled', isProgressUnread: true, unread: [{ what: 'status', value }] }
}

function readStatus(raw: unknown): ReadStatus {
  const type = typeOf(raw)
  const name = typeof type['name'] === 'string' ? textOf(type['name'])?.toUpperCase() : undefined
  if (name === undefined) return unreadStatus(shown(type['name']))
  const state = textOf(type['state'])?.toLowerCase()
  const completed = completedOf(type['completed'])
  const isReadable = (state === undefined || isState(state)) && completed !== undefined
  if (!isReadable) return unreadStatus(shown({ name, state: type['state'], completed: type['completed'] }))
  const meaning = DELAYS.has(name) ? delayOf(state) : MEANINGS[name]
  if (meaning === undefined) return unknownStatus(name, state, completed === 'true')
  const isFinal = meaning.progress.status === 'final'
  const isCompleted = completed === 'true'
  const fits =
    (state === undefined || meaning.states.some((one) => one === state)) && (meaning.states === ANY || isFinal === isCompleted)
  return fits ? { ...meaning.progress, unread: [] } : unreadStatus(`${name} ${state ?? ''} completed ${completed}`)
}

function completedOf(value: unknown): 'true' | 'false' | 'nothing' | undefined {
  if (value === undefined || value === null) return 'nothing'
  const text = typeof value === 'boolean' ? String(value) : textOf(value)?.toLowerCase()
  return text === 'true' || text === 'false' ? text : undefined
}

function isState(state: string): state is State {
  return state === 'pre' || state === 'in' || state === 'post'
}

function delayOf(state: string | undefined): Meaning {
  return state === 'in' ? PLAYING : { progress: { status: 'scheduled', phase: 'delayed' }, states: ['pre'] }
}

/** A status that was never seen: ESPN's state says whether the game has begun, but not what its end means. */
function unknownStatus(name: string, state: string | undefined, isCompleted: boolean): ReadStatus {
  const unread = [{ what: 'status', value: name.slice(0, 40) } as const]
  if (isCompleted || state === 'post') return { ...UNDECIDED.progress, unread }
  if (state === 'in') return { ...PLAYING.progress, unread }
  return state === 'pre' ? { ...SCHEDULED.progress, unread } : { ...unreadStatus(name.slice(0, 40)) }
}

function typeOf(status: unknown): Record<string, unknown> {
  return isObject(status) && isObject(status['type']) ? status['type'] : {}
}

const MAX_DETAIL_LENGTH = 60

/** Returns the game clock or similar; null for a scheduled game, whose text would only repeat the kickoff in Eastern time. */
export function detailOf(ofEvent: unknown, ofCompetition: unknown): string | null {
  const type = isObject(ofEvent) ? typeOf(ofEvent) : typeOf(ofCompetition)
  const short = type['shortDetail']
  if (type['name'] === 'STATUS_SCHEDULED' || typeof short !== 'string') return null
  const text = short.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  return text === '' ? null : Array.from(text).slice(0, MAX_DETAIL_LENGTH).join('')
}
