import { eventually } from '@outlast/testing'
import { pickIdOf } from '@outlast/domain'
import { afterEach, expect, test } from 'vitest'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import { messagesByTopic, Watcher } from '@outlast/testing/live/watcher'
import { readableAddresses, readRaw, withoutTimesAndIds } from '@outlast/testing/http/readable-addresses'

let pool: TestPool | undefined
afterEach(async () => {
  await pool?.stop()
  pool = undefined
})

const HIDDEN_ENTRY = 1
const OPEN_WEEK = 2
/** The owner's other entry, which makes no pick in the open week. */
const RANKED_ENTRY = 4
/** Another one, which is deleted while its pick is hidden. */
const DELETED_ENTRY = 5

interface Seen {
  /** Everything the visitor, the other member and the playing admin can read before the lock. */
  readonly responses: Readonly<Record<string, readonly string[]>>
  readonly messages: Readonly<Record<string, readonly string[]>>
  /** Everything the owner reads. It must differ between the runs, or the test proves nothing. */
  readonly owner: readonly string[]
  readonly revealed: string
  /** Everything the others read and heard until after the lock. */
  readonly afterLock: readonly string[]
}

/** The owner's hidden teams: of the pick, of its changes, and of the ranking, which gives another entry of the owner its automatic pick. */
interface Hidden {
  readonly first: string
  readonly changes: readonly string[]
  readonly ranking: readonly string[]
}

/** Pages that name every team, hidden or not. */
const NAMES_ALL_TEAMS = /^\/api\/(teams|docs|openapi)/

async function readAll(url: string, addresses: readonly string[], token: string | undefined): Promise<string[]> {
  return Promise.all(addresses.map(async (address) => withoutTimesAndIds(await readRaw(url, address, token))))
}

/**
 * Plays a pool with a locked and an open week, in which missed picks become automatic ones. In the open one the owner picks `first`, then
 * each of `changes`, clears, and picks again; ranks teams for another entry, and changes the ranking. A third entry, which picks `first` too,
 * is deleted.
 */
async function play({ first, changes, ranking }: Hidden): Promise<Seen> {
  pool = await startTestPool()
  const admin = await pool.register('Ada')
  const owner = await pool.register('Olga')
  const other = await pool.register('Otto')
  const ids = {
    weeks: [1, OPEN_WEEK],
    entries: [1, 2, 3, RANKED_ENTRY],
    users: [1, 2, 3],
    positions: [5, 12, 17],
    seasons: [2030],
    picks: [1, 2, 3, RANKED_ENTRY].flatMap((entry) => ids12.map((week) => pickIdOf(entry as never, week as never, 1))),
  }
  await admin.api.call('createWeek', { body: { season_year: 2030, week_number: 1 } })
  await admin.api.call('createWeek', { body: { season_year: 2030, week_number: 2 } })
  let made = 0
  const rules = { missed_pick: 'auto', auto_pick: ['my_list'], lives: 2 } as const
  await admin.api.call('updateRules', { body: { ...rules, auto_pick: [...rules.auto_pick] } })
  for (const who of [owner, admin, other, owner, owner]) {
    const entry = await who.api.call('createEntry', { body: { user_id: who.id, name: `Entry ${who.id} ${(made += 1)}` } })
    await who.api.call('submitPick', { body: { entry_id: entry.id, week_id: 1, team_abbr: 'BUF' } })
  }
  const clock = (now_iso: string) => admin.api.call('setSiteTime', { body: { now_iso } })
  await clock('2030-09-10T00:00:00Z')
  await admin.api.call('setCurrentWeek', { body: { week_id: OPEN_WEEK } })
  const watchers = {
    visitor: new Watcher(pool.url, undefined),
    other: new Watcher(pool.url, other.token),
    admin: new Watcher(pool.url, admin.token),
  }
  const topics = ['pool', 'week:1', 'week:2', 'season:2030', 'user:1', 'user:2', 'user:3', 'admin']
  for (const watcher of Object.values(watchers)) for (const topic of topics) await watcher.join(topic)

  /** Waits for the effects of each step on every topic, so that both runs combine messages in the same way. */
  const allTold = (week: string, admin: string) =>
    eventually(() => {
      const last = ({ received }: Watcher, topic: string) => received.findLast((line) => line.includes(`"topic":"${topic}"`))
      for (const watcher of Object.values(watchers)) expect(last(watcher, 'week:2')).toContain(week)
      expect(last(watchers.admin, 'admin')).toContain(admin)
    })
  const picked = (entry: number, has_pick: boolean) => `"entry_id":${entry},"has_pick":${has_pick}`
  const pick = (team: string, entry = HIDDEN_ENTRY) =>
    owner.api.call('submitPick', { body: { entry_id: entry, week_id: OPEN_WEEK, team_abbr: team } })
  const { id } = await pick(first)
  await allTold('"pick_count":1', picked(HIDDEN_ENTRY, true))
  await other.api.call('submitPick', { body: { entry_id: 3, week_id: OPEN_WEEK, team_abbr: 'SEA' } })
  await allTold('"pick_count":2', picked(3, true))
  await pick(first, DELETED_ENTRY)
  await allTold('"pick_count":3', picked(DELETED_ENTRY, true))
  // The number of picks is public, and so everybody can tell that the deleted entry had one (docs/rules.md §10.1): this, and nothing else.
  await admin.api.call('deleteEntry', { params: { id: DELETED_ENTRY } })
  await allTold('"pick_count":2', '"entry_removed"')
  for (const team of changes) await pick(team)
  const rank = (teams: readonly string[]) =>
    owner.api.call('setRanking', { params: { id: RANKED_ENTRY }, body: { teams: [...teams] } })
  for (const _change of changes) {
    await rank(ranking.toReversed())
    await rank(ranking)
  }
  await rank(ranking)
  await owner.api.call('clearPick', { params: { id } })
  await allTold('"pick_count":1', picked(HIDDEN_ENTRY, false))
  await pick(first)
  await allTold('"pick_count":2', picked(HIDDEN_ENTRY, true))
  await admin.api.call('updateWeek', { params: { id: OPEN_WEEK }, body: { ineligible_teams: ['NYJ'] } })
  await allTold('NYJ', picked(HIDDEN_ENTRY, true))

  const { url } = await other.api.call('createCalendarAddress', { body: {} })
  const calendars = [/calendar\/(.*)\.ics$/.exec(url ?? '')?.[1] ?? '']
  const addresses = readableAddresses({ ids, topics, calendars })
  const responses: Record<string, string[]> = {}
  const tokens = { visitor: undefined, other: other.token, admin: admin.token }
  for (const [name, token] of Object.entries(tokens)) {
    responses[name] = await readAll(pool.url, addresses, token)
  }
  const ownerReads = await readAll(pool.url, addresses, owner.token)
  const messages = Object.fromEntries(
    Object.entries(watchers).map(([name, { received }]) => [name, messagesByTopic(received).map(withoutTimesAndIds)]),
  )
  await clock('2030-09-17T00:00:00Z')
  const revealed = withoutTimesAndIds(await readRaw(pool.url, `/api/reveal/${OPEN_WEEK}`, undefined))
  const afterLock: string[] = []
  for (const token of Object.values(tokens)) {
    afterLock.push(
      ...(await readAll(
        pool.url,
        addresses.filter((address) => !NAMES_ALL_TEAMS.test(address)),
        token,
      )),
    )
  }
  for (const { received } of Object.values(watchers)) afterLock.push(...received)
  for (const watcher of Object.values(watchers)) watcher.close()
  expect(pool.breaches).toEqual([])
  await pool.stop()
  pool = undefined
  return { responses, messages, owner: ownerReads, revealed, afterLock }
}
const ids12 = [1, OPEN_WEEK]

test('before the lock, no response or message to anybody but the owner depends on a hidden pick’s or ranking’s teams', async () => {
  const one = await play({ first: 'JAX', changes: ['DEN'], ranking: ['CLE', 'TEN'] })
  const two = await play({ first: 'SF', changes: ['LAR'], ranking: ['IND', 'HOU'] })
  for (const viewer of ['visitor', 'other', 'admin']) {
    expect(two.responses[viewer]).toEqual(one.responses[viewer])
    expect(two.messages[viewer]).toEqual(one.messages[viewer])
    const seen = [...(one.responses[viewer] ?? []), ...(one.messages[viewer] ?? [])]
    const named = seen.filter((text) => !NAMES_ALL_TEAMS.test(text.split('\n')[0]?.split(' ')[1] ?? ''))
    expect(named.join('\n')).not.toMatch(/\b(JAX|DEN|CLE|TEN)\b|Jaguars|Broncos|Browns|Titans/)
  }
  expect(one.responses['visitor']?.length).toBeGreaterThan(60)
  // The test is effective: the owner sees the difference from the start, and everybody does after the lock.
  expect(two.owner).not.toEqual(one.owner)
  expect(one.owner.join()).toContain('["CLE","TEN"]')
  expect(one.revealed).toContain('"team_abbr":"JAX"')
  expect(two.revealed).toContain('"team_abbr":"SF"')
  // The ranking’s first team became an automatic pick. The rest of the ranking stays secret.
  expect(one.revealed).toContain('"team_abbr":"CLE"')
  expect(one.revealed).toContain('"is_auto":true')
  expect(one.afterLock.join('\n')).toContain('CLE')
  expect(one.afterLock.join('\n')).not.toMatch(/\bTEN\b|Tennessee|Titans/)
})

/** Removes log positions: they reveal that something happened, but not what. */
const withoutPositions = (text: string): string => text.replaceAll(/"(from|to|version)":\d+/g, '"$1":0')

test('no message to anybody but the owner reveals that a pick or a ranking was changed, or how often', async () => {
  const hidden = { first: 'JAX', ranking: ['CLE', 'TEN'] }
  const often = await play({ ...hidden, changes: ['DEN', 'LAR', 'JAX', 'DEN'] })
  const never = await play({ ...hidden, changes: [] })
  for (const viewer of ['visitor', 'other', 'admin']) {
    expect(often.messages[viewer]?.map(withoutPositions)).toEqual(never.messages[viewer]?.map(withoutPositions))
  }
})
