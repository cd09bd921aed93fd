import {
  currentSiteTime,
  does,
  eventsThat,
  type Instant,
  type PoolState,
  type RecordedEvent,
  type VisiblePool,
} from '@outlast/domain'
import { entryLabel } from '@outlast/contract/entry-label'
import { labelOf } from '@outlast/projections'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { People } from '../pool/people.ts'
import type { Notice, Notifier } from './notify.ts'
import { enqueueDelivery, hasWebhooks, receiversOf } from '../channels/webhook/store.ts'
import { afterRehearsal, compare, type RecordedLock, type Announced, unannouncedLocks, withShares } from './club-news.ts'
import { announcedUnder, forgetAnnounced, recordAnnounced } from './announced.ts'
import { clubMessage, type LabelOf } from './club-texts.ts'
import { type LockedWeek, publicFacts } from './news-facts.ts'
import { adminNotices, type MemberComparison, memberNews, type NewsEvent } from './member-news.ts'

type Db = Kysely<Tables>

export interface NewsCheckOptions {
  readonly db: Db
  /** The pool, and the position of the log up to which it is folded. */
  readonly state: () => { readonly pool: PoolState; readonly position: number }
  readonly people: Pick<People, 'of' | 'isCurrent' | 'refresh'>
  readonly now: () => Instant
  readonly clubName: () => string
  readonly publicUrl: string
  readonly notifier: Pick<Notifier, 'notify'>
}

/**
 * Compares the pool with what has been announced, and queues the news for webhooks and members in the same transaction. A row lock
 * lets one process do so at a time, and the stored position tells the others that it is done, so that news is queued exactly once
 * even if a process dies. When a site-time override begins, what has been announced is set aside: the end of the override is compared with
 * that, so that members and webhooks get what lasts of it.
 *
 * @returns whether anything may have been queued
 */
export async function checkNews({ db, state, people, now, clubName, publicUrl, notifier }: NewsCheckOptions): Promise<boolean> {
  if (!state().pool.reminders.enabled && !(await hasWebhooks(db))) return false
  return db.transaction().execute(async (tx) => {
    const cursor = await tx.selectFrom('news_cursor').select('position').forUpdate().executeTakeFirstOrThrow()
    const { position } = state()
    if (cursor.position >= position) return false
    const announced = await readAnnounced(tx)
    const setAside = await readSetAside(tx)
    const after = { position: cursor.position, announced }
    const events = await readEvents(tx, setAside?.position ?? cursor.position, position)
    const {
      pool,
      messages,
      notices,
      announced: nowAnnounced,
    } = await derive(tx, { after, setAside, events }, { state, people, publicUrl, now })
    for (const message of messages) {
      for (const receiver of await receiversOf(tx, message.event)) await enqueueDelivery(tx, receiver, message, clubName(), now())
    }
    await notifier.notify(tx, { pool, now: now() }, notices)
    if (pool.siteClock.mode === 'real') await forgetSetAside(tx)
    else if (setAside === undefined) await writeSetAside(tx, after)
    await writeAnnounced(tx, announced, nowAnnounced)
    await moveCursor(tx, position)
    return messages.length + notices.length > 0
  })
}

/** What has been announced up to a position of the log. */
interface AnnouncedUpTo {
  readonly position: number
  readonly announced: Announced
}

interface Sources {
  readonly after: AnnouncedUpTo
  /** What had been announced when the override began that the last comparison saw. */
  readonly setAside: AnnouncedUpTo | undefined
  readonly events: readonly (NewsEvent & { readonly position: number })[]
}

/** Returns what to compare the pool with, and the events since then. */
function sourcesFor(
  { siteClock }: PoolState,
  { after, setAside, events }: Sources,
): Pick<MemberComparison, 'announced' | 'events'> {
  if (siteClock.mode === 'real' && setAside !== undefined)
    return { announced: afterRehearsal(setAside.announced, after.announced), events }
  return { announced: after.announced, events: events.filter(({ position }) => position > after.position) }
}

/**
 * Derives the news without waiting in between, because the pool changes with every event: a week that reopens would hide its
 * picks again. Locks that have not been announced are read first, until no further one was added meanwhile.
 */
async function derive(
  tx: Db,
  sources: Sources,
  { state, people, publicUrl, now }: Pick<NewsCheckOptions, 'state' | 'people' | 'publicUrl' | 'now'>,
) {
  const newLocks = new Map<number, RecordedLock>()
  const named: LabelOf = (entry) => labelOf(people, entry)
  for (;;) {
    while (!people.isCurrent) await people.refresh()
    const { pool, position } = state()
    const { announced, events } = sourcesFor(pool, sources)
    const facts = publicFacts(pool)
    const ofAdmins = adminNotices(pool, events)
    if (facts === undefined) return { pool, messages: [], notices: ofAdmins, announced }
    const unread = unannouncedLocks(facts, announced).filter(({ lockPosition }) => !newLocks.has(lockPosition))
    if (unread.length === 0) {
      const comparison = { pool, facts, position, announced, newLocks, isSilent: pool.siteClock.mode !== 'real' }
      const { news, announced: nowAnnounced } = compare(comparison)
      const messages = news.map((item) => clubMessage(withShares(item, pool), publicUrl, named))
      const { notices, announced: resultsNow } = memberNews({
        ...comparison,
        events,
        siteNow: currentSiteTime(pool, now()),
        labelOf: named,
      })
      return { pool, messages, notices: [...notices, ...ofAdmins], announced: new Map([...nowAnnounced, ...resultsNow]) }
    }
    const read = await readLocks(tx, lockPositions(unread))
    for (const [lock, recorded] of read) newLocks.set(lock, recorded)
  }
}

/** Of news that is counted, or counts as announced, nobody reads the words. */
const unnamed: LabelOf = (entry) => entryLabel({ name: entry.name })

type StartOfNews = Pick<RecordedEvent, 'position' | 'recordedAt'>

/**
 * Marks everything that is known now as announced, so that only later changes are announced. Call it in the transaction that switches
 * on the first receiver: a webhook, or the news for members.
 * @param start that event, up to which the pool is folded
 */
export async function startNews(tx: Db, pool: PoolState, { position, recordedAt }: StartOfNews): Promise<void> {
  const announced = await readAnnounced(tx)
  await forgetSetAside(tx)
  const facts = publicFacts(pool)
  if (facts !== undefined) {
    const newLocks = await readLocks(tx, lockPositions(unannouncedLocks(facts, announced)))
    const comparison = { pool, facts, position, announced, newLocks, isSilent: true }
    await writeAnnounced(
      tx,
      announced,
      new Map([
        ...compare(comparison).announced,
        ...memberNews({ ...comparison, events: [], siteNow: currentSiteTime(pool, recordedAt), labelOf: unnamed }).announced,
      ]),
    )
  }
  await moveCursor(tx, position)
}

/**
 * Returns the news for members that would follow if these events had led to this pool. Call it only if no week locks, because
 * the number of messages about a lock must not be known before it.
 */
export function expectedNotices(
  announced: Announced,
  pool: VisiblePool,
  recorded: readonly RecordedEvent[],
  now: Instant,
): readonly Notice[] {
  const events = recorded.filter((event) => does(event, 'is_news'))
  const facts = publicFacts(pool)
  const byAdmins = adminNotices(pool, events)
  if (facts === undefined) return byAdmins
  const comparison = {
    pool,
    facts,
    position: pool.position,
    announced,
    newLocks: new Map(),
    isSilent: pool.siteClock.mode !== 'real',
  }
  return [...memberNews({ ...comparison, events, siteNow: currentSiteTime(pool, now), labelOf: unnamed }).notices, ...byAdmins]
}

const lockPositions = (weeks: readonly LockedWeek[]): number[] => weeks.map(({ lockPosition }) => lockPosition)

/** Reads the events that news are about, after a position of the log up to another. */
async function readEvents(tx: Db, after: number, until: number): Promise<Sources['events']> {
  const rows = await tx
    .selectFrom('events')
    .select(['type', 'data', 'metadata', 'position'])
    .where('position', '>', after)
    .where('position', '<=', until)
    .where('type', 'in', eventsThat('is_news'))
    .orderBy('position')
    .execute()
  return rows as Sources['events']
}

async function moveCursor(tx: Db, position: number): Promise<void> {
  await tx.updateTable('news_cursor').set({ position }).execute()
}

const SET_ASIDE = 'set-aside'

async function readSetAside(tx: Db): Promise<AnnouncedUpTo | undefined> {
  const row = await tx.selectFrom('announced').select('value').where('key', '=', SET_ASIDE).executeTakeFirst()
  if (row === undefined) return undefined
  const { position, announced } = row.value as { position: number; announced: Record<string, string> }
  return { position, announced: new Map(Object.entries(announced)) }
}

async function writeSetAside(tx: Db, { position, announced }: AnnouncedUpTo): Promise<void> {
  await recordAnnounced(tx, [{ key: SET_ASIDE, user_id: null, value: { position, announced: Object.fromEntries(announced) } }])
}

const forgetSetAside = (tx: Db): Promise<void> => forgetAnnounced(tx, [SET_ASIDE])

const FACT = 'fact:'

/** Reads the facts that were announced. */
export async function readAnnounced(db: Db): Promise<Announced> {
  const rows = await announcedUnder(db, FACT).select(['key', 'value']).execute()
  return new Map(rows.map(({ key, value }) => [key.slice(FACT.length), value as string]))
}

async function writeAnnounced(tx: Db, before: Announced, after: Announced): Promise<void> {
  const changed = [...after].filter(([key, value]) => before.get(key) !== value)
  const outdated = [...before].filter(([key, value]) => after.get(key) !== value)
  await forgetAnnounced(
    tx,
    outdated.map(([key]) => FACT + key),
  )
  await recordAnnounced(
    tx,
    changed.map(([key, value]) => ({ key: FACT + key, user_id: null, value })),
  )
}

/** Reads the events of locks. In real time, an event's site time is the time at which it was recorded. */
async function readLocks(tx: Db, positions: readonly number[]): Promise<ReadonlyMap<number, RecordedLock>> {
  if (positions.length === 0) return new Map()
  const rows = await tx
    .selectFrom('events')
    .select(['position', 'data', 'recorded_at', 'site_time'])
    .where('position', 'in', positions)
    .execute()
  return new Map(
    rows.map(({ position, data, recorded_at, site_time }) => {
      const { entries, picks } = data as { entries: number; picks: number }
      return [position, { entries, picks, isReal: site_time === recorded_at }]
    }),
  )
}
