import type { StoredEvent } from '@outlast/server/log/stored-event'
import { type Fan, gatherOn, teamOf } from '@outlast/testing/members/members'
import { type Acknowledged, compareWithLog, isPick, readLog } from '@outlast/testing/log-check'
import { openWeek, patch, SEASON } from '@outlast/testing/members/open-pool'
import { atLeast, type Demand, none, type Scenario, type SoakContext, told } from '../support/scenario.ts'
import { type AnsweredPick, storm, type TimedPick } from '@outlast/testing/members/timed-picks'
import { clockIsWrong, startWrong, stepBack, type WrongServer } from './machine-clock.ts'
import { Lookout } from './lookout.ts'

const ENTRIES_EACH = 20
const HOUR_MS = 3_600_000
/** Two servers' clocks each: one that is slow would take picks too late, one that is fast would reveal them too early. */
const WRONG_CLOCKS = [
  [-80, HOUR_MS],
  [80, -HOUR_MS],
] as const
/** Time to set the lock and to open connections before the storm begins. */
const PREPARE_MS = 1_500
/** Half the time of the picks before: a server that has just started is far slower than one on a game day. */
const WARM_UP_MS = 1_500

/** Picks around a lock on two processes with wrong clocks: the database's time decides, and nothing else. */
export const lockRace: Scenario<{ picks: number; entries: number; around: number }> = {
  name: 'lock-race',
  about: 'picks around the lock (ms before and after) on two processes whose clocks are wrong by 80 ms and an hour',
  sizes: { picks: 10_000, entries: 1_000, around: 500 },
  short: { picks: 1_500, entries: 200, around: 500 },
  async run(context, sizes) {
    const demands: Demand[] = []
    for (const clocks of WRONG_CLOCKS) demands.push(...(await race(context, sizes, clocks)))
    return {
      title: `${sizes.picks.toLocaleString('en-US')} picks within ±${sizes.around} ms of the lock, twice`,
      demands,
      notes: [
        'Each pick was sent at its time whether or not the earlier ones had been answered, alternating between the servers.',
        'Leaks: what visitors and other members were told by sockets, or could read, that shows a pick before the lock.',
      ],
    }
  },
}

async function race(context: SoakContext, sizes: (typeof lockRace)['sizes'], clocks: readonly number[]) {
  const database = await context.database()
  const servers: WrongServer[] = []
  try {
    const { admin, fans } = await gatherOn(database, Math.ceil(sizes.entries / ENTRIES_EACH), ENTRIES_EACH)
    for (const clock of clocks) servers.push(await startWrong(database.connectionString, clock))
    const lines = [...(await around(servers, admin, fans, sizes, database.connectionString))]
    return lines.map((line) => ({ ...line, what: `clocks ${clocks.map(sayMs).join(' and ')}: ${line.what}` }))
  } finally {
    for (const server of servers) await server.process.stop()
    await database.drop()
  }
}

const sayMs = (ms: number): string => (Math.abs(ms) >= HOUR_MS ? `${ms / HOUR_MS} h` : `${ms} ms`)

async function around(
  servers: readonly WrongServer[],
  admin: Fan,
  fans: readonly Fan[],
  sizes: (typeof lockRace)['sizes'],
  connectionString: string,
): Promise<readonly Demand[]> {
  const urls = servers.map((server) => server.process.url)
  const [url = ''] = urls
  const clocks = await Promise.all(servers.map(clockIsWrong))
  const weekId = await openWeek(urls, admin)
  const [stranger, ...players] = fans
  const lookouts = urls.map((one) => new Lookout(one, weekId, SEASON, stranger?.token))
  try {
    await Promise.all(lookouts.map((lookout) => lookout.begin()))
    const early = await storm(
      planOf(urls, players, weekId, Date.now() + WARM_UP_MS, { ...sizes, picks: sizes.picks / 5, around: WARM_UP_MS }),
    )
    const lockMs = Date.now() + PREPARE_MS + sizes.around
    await setLock(url, admin, weekId, lockMs)
    const answers = await storm(planOf(urls, players, weekId, lockMs, sizes))
    const reveals = await Promise.all(lookouts.map((lookout) => lookout.firstReveal()))
    const stepped = await Promise.all(servers.map(stepBack))
    const late = await storm(planOf(urls, players, weekId, Date.now() + 100, { ...sizes, picks: 100, around: 50 }))
    const log = await readLog(connectionString)
    return [
      ...clocks,
      ...judge(answers, log, lockMs),
      ...compareWithLog(log, [...early, ...answers].flatMap(acknowledgedOf)),
      ...reveals.map((reveal) =>
        none(`accepted picks that the first reveal of a server did not show`, unseen(log.events, reveal)),
      ),
      none(
        'leaks before the lock',
        lookouts.flatMap((lookout) => lookout.leaks(lockMs)),
      ),
      ...(await Promise.all(stepped.map(clockIsWrong))),
      none(
        'picks accepted after the clocks stepped back',
        late.filter(({ status }) => status !== 403),
      ),
      none(
        'events that reopened the week',
        log.events.filter(({ type }) => type === 'WeekReopened'),
      ),
      none(
        'servers that show the week open again, or another reveal',
        (await Promise.all(lookouts.map((lookout) => lookout.secondReveal()))).filter((second, i) => second !== reveals[i]?.text),
      ),
    ]
  } finally {
    for (const lookout of lookouts) lookout.end()
  }
}

async function setLock(url: string, admin: Fan, weekId: number, lockMs: number): Promise<void> {
  const body = { lock_time: new Date(lockMs).toISOString() }
  const response = await patch(url, `/api/weeks/${weekId}`, admin.token, body)
  if (!response.ok) throw new Error(`the lock could not be set: ${response.status} ${await response.text()}`)
}

/** Picks evenly over the time around the lock; every server and every entry gets its share on both sides of it. */
function planOf(
  urls: readonly string[],
  fans: readonly Fan[],
  weekId: number,
  lockMs: number,
  { picks, around: aroundMs }: (typeof lockRace)['sizes'],
): readonly TimedPick[] {
  const entries = fans.flatMap(({ token, entryIds }) => entryIds.map((entryId) => ({ token, entryId })))
  return Array.from({ length: picks }, (_, i) => {
    const { token = '', entryId = 0 } = entries[i % entries.length] ?? {}
    const at = lockMs - aroundMs + (2 * aroundMs * i) / picks
    return { at, url: urls[i % urls.length] ?? '', token, weekId, entryId, team: teamOf(i + Math.floor(i / entries.length)) }
  })
}

const acknowledgedOf = ({ position, entryId, team }: AnsweredPick): readonly Acknowledged[] =>
  position === undefined ? [] : [{ position, entryId, team }]

function judge(answers: readonly AnsweredPick[], log: Awaited<ReturnType<typeof readLog>>, lockMs: number): readonly Demand[] {
  const accepted = answers.flatMap(acknowledgedOf)
  const refused = answers.filter(({ status }) => status === 403)
  const locks = log.events.filter(({ type }) => type === 'WeekLocked')
  const lockedAt = locks[0]?.position ?? 0
  const late = log.events.filter(
    (event) => isPick(event) && (event.position > lockedAt || Date.parse(event.recordedAt) >= lockMs),
  )
  return [
    atLeast('picks accepted', 1, accepted.length),
    atLeast('picks refused, as the week was locked', 1, refused.length),
    none(
      'other answers',
      answers.filter(({ status }) => ![200, 201, 403].includes(status)).map(({ status }) => status),
    ),
    told('locks recorded so long after their time', `${Date.parse(locks[0]?.recordedAt ?? '') - lockMs} ms`),
    none('picks recorded after the lock, or at or after its time', late),
    none('locks but one', locks.slice(1)),
  ]
}

/** Entries whose last accepted pick a reveal does not show. */
function unseen(events: readonly StoredEvent[], reveal: { readonly teams: ReadonlyMap<number, string> }): readonly string[] {
  const last = new Map<number, string>(events.filter(isPick).map(({ data }) => [data.entryId, data.team]))
  const entries = new Set([...last.keys(), ...reveal.teams.keys()])
  return [...entries].filter((id) => last.get(id) !== reveal.teams.get(id)).map((id) => `entry ${id}`)
}
