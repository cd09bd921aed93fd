import { isSound, verifyStandings, verifyWeek } from '@outlast/contract/proof/verify-week'
import type { ApiError, CallInput } from '@outlast/contract'
import { type EntryId, pickIdOf, type Slot, type WeekId } from '@outlast/domain'
import { eventually } from '@outlast/testing/async'
import { Viewer } from '@outlast/testing/live/viewer'
import { withClient } from '@outlast/testing/postgres/database'
import { startTestPool } from '@outlast/testing/server/test-pool'
import { afterEach, describe, expect, test } from 'vitest'
import { nodeHashing } from '../src/log/hashing.ts'
import { type NewsPool, SEASON, startNewsPool } from './support/news-pool.ts'

// The life of two picks a week, as members, admins, visitors and programs meet it.

const TWO = { picks_per_week: { picks: 2, from_week: 1 } } as const
const TOPICS = ['pool', 'week:1', 'week:2', `season:${SEASON}`] as const
/** What every viewer may join besides. */
const OWN = { Ada: ['user:1', 'admin'], Alpha: ['user:2'] } as const

let news: NewsPool
let viewers: Viewer[] = []
afterEach(async () => {
  const errors = [...viewers.flatMap(({ sequenceErrors }) => sequenceErrors), ...news.pool.breaches]
  for (const viewer of viewers) viewer.close()
  viewers = []
  await news.stop()
  if (errors.length > 0) throw new AggregateError(errors, 'messages out of order, or responses that do not match the contract')
})

type Rules = CallInput<'updateRules'>['body']

async function start(rules: Rules = {}, names?: readonly string[]): Promise<void> {
  news = await startNewsPool(names === undefined ? {} : { names })
  await news.admin.call('updateRules', { body: { ...TWO, ...rules } })
}

const idOf = (name: string) => news.entries.get(name)!.id as EntryId
const apiOf = (name: string) => news.entries.get(name)!.api
const pickId = (name: string, slot: Slot, week = 1) => pickIdOf(idOf(name), week as WeekId, slot)
const refusal = (request: Promise<unknown>) => request.then(() => 'accepted').catch(({ code }: ApiError) => code)
const setPicks = (picks: number | null, id = 1) => news.admin.call('updateWeek', { params: { id }, body: { picks } })
const override = (name: string, slot: number, team_abbr: string, more: { week?: number; reason?: string } = {}) =>
  news.admin.call('overridePick', {
    body: { entry_id: idOf(name), week_id: (more.week ?? 1) as WeekId, slot, team_abbr, reason: more.reason },
  })
const proofOf = (id: number) => news.pool.visitor.call('weekProof', { params: { id } })
const verify = async (id = 1) => verifyWeek(nodeHashing, await proofOf(id))
/** What the audit trail says of some types of events, oldest first. */
const sentences = async (...types: readonly string[]) =>
  (await news.pool.visitor.call('listAudit', { query: { limit: '200' } })).lines
    .filter(({ type }) => types.includes(type))
    .map(({ sentence }) => sentence)
    .reverse()

/** Watches all that a visitor, the admin and the owner of Alpha can, as the web app does. */
function watch(): void {
  const token = news.entries.get('Alpha')!.token
  for (const [own, login] of [
    [[], undefined],
    [OWN.Alpha, token],
  ] as const) {
    const viewer = new Viewer(news.pool.url, login)
    viewer.watch(...TOPICS, ...own)
    viewers.push(viewer)
  }
}

/** What differs between what was sent live and what a fresh read says. */
const liveDifferences = async () => (await Promise.all(viewers.map((viewer) => viewer.differences()))).flat()

describe('how many picks a week takes', () => {
  test('is what an admin chose, or what the rules say, and everybody reads it', async () => {
    news = await startNewsPool()
    expect(await setPicks(2)).toMatchObject({ picks: 2 })
    expect(await setPicks(1, 2)).not.toHaveProperty('picks')
    await news.admin.call('updateRules', { body: { picks_per_week: { picks: 3, from_week: 1 } } })
    const read = async () => (await news.pool.visitor.call('listWeeks')).map(({ picks = 1 }) => picks)
    expect(await read()).toEqual([2, 1])
    await setPicks(null)
    await setPicks(null, 2)
    expect(await read()).toEqual([3, 3])
    expect(await sentences('PicksOfWeekSet')).toEqual([
      'Ada Test (admin) let week 1 of 2030 take 2 picks an entry.',
      'Ada Test (admin) let week 2 of 2030 take 1 pick an entry.',
      'Ada Test (admin) let the rules say how many picks week 1 of 2030 takes.',
      'Ada Test (admin) let the rules say how many picks week 2 of 2030 takes.',
    ])
  })

  test('is refused once somebody has picked or the week has locked, to members, and outside of 1 to 3', async () => {
    news = await startNewsPool()
    await news.pick('Alpha', 1, 'BUF')
    expect(await refusal(setPicks(2))).toBe('week_has_picks')
    await apiOf('Alpha').call('clearPick', { params: { id: pickId('Alpha', 1) } })
    expect(await refusal(setPicks(2))).toBe('accepted')
    await news.lock(1)
    expect(await refusal(setPicks(3))).toBe('week_locked')
    for (const picks of [0, 4, 1.5, 'two' as never]) expect(await refusal(setPicks(picks, 2))).toBe('invalid_input')
    const both = { picks: 2, lock_time: 'auto' } as const
    expect(await refusal(news.admin.call('updateWeek', { params: { id: 2 }, body: both }))).toBe('invalid_input')
    expect(await refusal(apiOf('Beta').call('updateWeek', { params: { id: 2 }, body: { picks: 2 } }))).toBe('forbidden')
  })

  test('stays for a week that holds picks when the rules change, also in a later proof', async () => {
    await start({ missed_pick: 'eliminated', slot_loss: 'each', lives: 2 })
    for (const [slot, team] of ['BUF', 'KC'].entries()) await news.pick('Alpha', 1, team, slot + 1)
    await news.pick('Beta', 1, 'MIA')
    await news.admin.call('updateRules', { body: { picks_per_week: null } })
    expect((await news.pool.visitor.call('listWeeks')).map(({ picks = 1 }) => picks)).toEqual([2, 1])
    await news.lock(1)
    await news.finals(1, 'BUF 7-3 MIA', 'KC 7-3 DEN')
    const { entries } = await news.pool.visitor
      .call('weekReveal', { params: { id: 1 } })
      .then(({ picks }) => ({ entries: picks }))
    expect(entries.map(({ entry_name, lives_left }) => [entry_name, lives_left])).toEqual([
      ['Alpha', 2],
      ['Beta', 0],
      ['Gamma', 0],
    ])
    expect(isSound(await verify())).toBe(true)
    expect(verifyStandings(nodeHashing, [await proofOf(1)])).toEqual([])
  })
})

describe('the picks of a member', () => {
  test('are made, changed and cleared by their slots, each with a receipt and a version of its own', async () => {
    await start()
    const { api } = news.entries.get('Alpha')!
    const submit = (slot: number | undefined, team_abbr: string) =>
      api.call('submitPick', { body: { entry_id: idOf('Alpha'), week_id: 1 as WeekId, slot, team_abbr } })
    const second = await submit(2, 'KC')
    expect(second).toMatchObject({ id: pickId('Alpha', 2), slot: 2, team_abbr: 'KC' })
    const first = await submit(undefined, 'BUF')
    expect(first).not.toHaveProperty('slot')
    expect(await refusal(submit(3, 'NE'))).toBe('slot_unknown')
    expect(await refusal(submit(4, 'NE'))).toBe('invalid_input')
    expect(await refusal(submit(1, 'KC'))).toBe('team_picked_twice')
    const changed = await api.call('changePick', { params: { id: second.id }, body: { team_abbr: 'SF' } })
    expect(changed).toMatchObject({ id: second.id, slot: 2, team_abbr: 'SF' })
    expect(await api.call('pickReceipt', { params: { id: second.id } })).toMatchObject({
      slot: 2,
      team_abbr: 'SF',
      pick_id: second.id,
    })
    expect(await api.call('pickReceipt', { params: { id: first.id } })).toMatchObject({ team_abbr: 'BUF', pick_id: first.id })
    const dashboard = async () => (await api.call('getDashboard')).entries[0]
    expect(await dashboard()).toMatchObject({
      pick: { team_abbr: 'BUF' },
      more: [{ slot: 2, team_abbr: 'SF' }],
      open_weeks: [
        { picks: 2, picked: 2 },
        { picks: 2, picked: 0 },
      ],
    })
    await api.call('clearPick', { params: { id: second.id } })
    expect(await dashboard()).toMatchObject({ pick: { team_abbr: 'BUF' }, more: [], open_weeks: [{ picks: 2, picked: 1 }, {}] })
    await expect(api.call('pickReceipt', { params: { id: second.id } })).rejects.toMatchObject({ code: 'pick_not_found' })
    // A team of either slot is used in the other weeks.
    await submit(2, 'SF')
    expect(await refusal(news.pick('Alpha', 2, 'SF'))).toBe('team_used')
  })

  test('are not opponents, unless the rules allow it', async () => {
    await start()
    await news.finals(2, 'NE 7-3 NYJ')
    const games = [
      { espnId: '900', home: 'BUF', away: 'MIA', status: 'scheduled', detail: null, homeScore: null, awayScore: null },
    ]
    const kickoff = { kickoff: '2030-09-08T17:00:00.000Z', kickoffKnown: true }
    news.feed.setGames({ seasonYear: SEASON, week: 1 }, games.map((game) => ({ ...game, ...kickoff })) as never)
    await news.admin.call('syncGames', { body: { season_year: SEASON, week_number: 1 } })
    await news.pick('Alpha', 1, 'BUF')
    const rival = apiOf('Alpha').call('submitPick', {
      body: { entry_id: idOf('Alpha'), week_id: 1 as WeekId, slot: 2, team_abbr: 'MIA' },
    })
    await expect(rival).rejects.toMatchObject({
      status: 409,
      code: 'opponents_picked',
      message: 'MIA plays BUF, which this entry has picked too',
    })
    await news.admin.call('updateRules', { body: { opponents: 'allowed' } })
    expect(await refusal(news.pick('Alpha', 1, 'MIA', 2))).toBe('accepted')
  })
})

describe('what admins see before the lock', () => {
  test('is how many picks each entry has, and of a pick no more than that it exists', async () => {
    await start()
    await news.pick('Alpha', 1, 'BUF')
    await news.pick('Alpha', 1, 'KC', 2)
    await news.pick('Beta', 1, 'SF', 2)
    const rows = await news.admin.call('weekPicks', { params: { id: 1 } })
    expect(rows.map((row) => ('picked' in row ? [row.entry_name, row.picked, row.team_abbr, row.more] : row))).toEqual([
      ['Alpha', 2, null, undefined],
      ['Beta', 1, null, undefined],
      ['Gamma', 0, null, undefined],
    ])
    const { view } = await news.admin.call('liveSnapshot', { params: { topic: 'admin' } })
    expect(view).toMatchObject({ picked: { 1: [idOf('Alpha'), idOf('Alpha'), idOf('Beta')] } })
    const masked = await news.admin.call('entryPicks', { params: { id: idOf('Alpha') } })
    expect(masked.map(({ id, slot, team_abbr, hidden, version }) => [id, slot, team_abbr, hidden, version])).toEqual([
      [pickId('Alpha', 1), undefined, null, true, null],
      [pickId('Alpha', 2), 2, null, true, null],
    ])
    expect(JSON.stringify([rows, view, masked])).not.toMatch(/"(?:BUF|KC|SF)"/)
  })

  test('an override of a pick with the team of the other, which is hidden, says as much as one of any used team', async () => {
    await start()
    await news.pick('Alpha', 1, 'BUF')
    await expect(override('Alpha', 2, 'BUF')).rejects.toMatchObject({
      status: 409,
      code: 'team_used',
      message: 'This entry has already used that team',
    })
    expect(await sentences('OverrideRefused')).toHaveLength(1)
    expect(await override('Alpha', 2, 'KC')).toMatchObject({ slot: 2, team_abbr: 'KC', version: null })
  })

  test('random picks give every slot another team, and say nothing of the hidden ones', async () => {
    await start()
    await news.pick('Alpha', 1, 'BUF')
    const randomize = (overwrite: boolean) => news.admin.call('randomizePicks', { params: { id: 1 }, body: { overwrite } })
    const picks = async (name: string) =>
      (await apiOf(name).call('entryPicks', { params: { id: idOf(name) } })).map(({ team_abbr }) => team_abbr)
    // Which team is free for the second pick depends on the first, which is hidden.
    expect(await randomize(false)).toEqual({ created: 4, updated: 0, skipped: 1 })
    expect(await picks('Alpha')).toEqual(['BUF'])
    expect(await randomize(true)).toEqual({ created: 1, updated: 5, skipped: 0 })
    for (const name of ['Alpha', 'Beta', 'Gamma']) expect(new Set(await picks(name)).size).toBe(2)
  })
})

describe('from the lock on', () => {
  test('each view and each message has all picks, and the proof of both holds', async () => {
    await start({ lives: 2 })
    watch()
    expect(await liveDifferences()).toEqual([])
    await news.pick('Alpha', 1, 'BUF')
    await news.pick('Alpha', 1, 'KC', 2)
    expect(await liveDifferences()).toEqual([])
    await news.pick('Beta', 1, 'MIA', 2)
    await news.lock(1)
    expect(await liveDifferences()).toEqual([])
    await news.finals(1, 'BUF 7-3 MIA', 'KC 3-7 DEN')
    expect(await liveDifferences()).toEqual([])
    const { picks, entry_count } = { entry_count: 3, ...(await news.pool.visitor.call('weekReveal', { params: { id: 1 } })) }
    expect(entry_count).toBe(3)
    const teams = (row: (typeof picks)[number]) => [row.team_abbr, ...(row.more ?? []).map(({ team_abbr }) => team_abbr)]
    expect(picks.map((row) => [row.entry_name, teams(row), row.lives_left])).toEqual([
      ['Alpha', ['BUF', 'KC'], 1],
      ['Beta', ['MIA'], 1],
      ['Gamma', [null], 2],
    ])
    expect(picks[0]?.more).toMatchObject([{ id: pickId('Alpha', 2), team_abbr: 'KC', result: 'loss' }])
    const matrix = await news.pool.visitor.call('getMatrix', { query: { season: SEASON } })
    expect(matrix.entries.map(({ picks: cells }) => cells)).toMatchObject([
      { 1: { team_abbr: 'BUF', result: 'win', more: [{ team_abbr: 'KC', result: 'loss' }] } },
      { 1: { team_abbr: 'MIA', result: 'loss' } },
      {},
    ])
    const [, proof] = await Promise.all([override('Gamma', 2, 'DEN', { reason: 'a call before the lock' }), proofOf(1)])
    expect(proof.leaves.map(({ entry_id, slot = 1, team_abbr }) => [entry_id, slot, team_abbr])).toEqual([
      [idOf('Alpha'), 1, 'BUF'],
      [idOf('Alpha'), 2, 'KC'],
      [idOf('Beta'), 1, null],
      [idOf('Beta'), 2, 'MIA'],
      [idOf('Gamma'), 1, null],
      [idOf('Gamma'), 2, null],
    ])
    expect(await liveDifferences()).toEqual([])
    // Visitors share a proof for a second.
    await expect
      .poll(async () => (await verify()).changedOnRecord, { timeout: 30_000 })
      .toMatchObject([{ entryId: idOf('Gamma'), team: 'DEN', reason: 'a call before the lock' }])
    expect(isSound(await verify())).toBe(true)
    expect(verifyStandings(nodeHashing, [await proofOf(1)])).toEqual([])
  })

  test('a second pick that was changed in the log is found', async () => {
    await start()
    await news.pick('Alpha', 1, 'BUF')
    await news.pick('Alpha', 1, 'KC', 2)
    await news.pick('Beta', 1, 'SF')
    await news.lock(1)
    expect(isSound(await verify())).toBe(true)
    await withClient(news.pool.database.connectionString, (client) =>
      client.query(
        `SET session_replication_role = replica;
         UPDATE events SET data = jsonb_set(data, '{team}', '"NE"')
         WHERE type = 'PickSubmitted' AND data ->> 'entryId' = '${idOf('Alpha')}' AND data ->> 'team' = 'KC'`,
      ),
    )
    await eventually(async () => expect((await verify()).broken).toEqual([idOf('Alpha')]))
  })

  test('an admin overrides and clears one of two picks, with a reason, and can take that back', async () => {
    await start()
    await news.pick('Alpha', 1, 'BUF')
    await news.pick('Alpha', 1, 'KC', 2)
    await news.lock(1)
    expect(await refusal(override('Alpha', 2, 'NE'))).toBe('reason_required')
    expect(await refusal(override('Alpha', 2, 'BUF', { reason: 'a mail' }))).toBe('team_picked_twice')
    expect(await override('Alpha', 2, 'NE', { reason: 'a mail' })).toMatchObject({ slot: 2, team_abbr: 'NE', is_override: true })
    const teams = async () => {
      const { picks } = await news.pool.visitor.call('weekReveal', { params: { id: 1 } })
      const [row] = picks
      return [row?.team_abbr, ...(row?.more ?? []).map(({ team_abbr }) => team_abbr)]
    }
    expect(await teams()).toEqual(['BUF', 'NE'])
    await news.admin.call('undoAction', { body: {} })
    expect(await teams()).toEqual(['BUF', 'KC'])
    const params = { id: pickId('Alpha', 1) }
    const preview = await news.admin.call('previewCalls', { body: { calls: [{ call: 'adminDeletePick', params }] } })
    expect(preview.pick_changes).toMatchObject([{ from_team_abbr: 'BUF', to_team_abbr: null, picks_left: 1 }])
    await news.admin.call('adminDeletePick', { params })
    expect(await teams()).toEqual(['KC', undefined].slice(0, 1))
    expect(isSound(await verify())).toBe(true)
    const told = await sentences('PickOverridden', 'PickCleared')
    expect(told.at(-3)).toContain('NE')
  })

  test('picks of an entry that was out before are in the proof, both of them', async () => {
    await start()
    await news.pick('Alpha', 1, 'MIA')
    await news.pick('Alpha', 1, 'KC', 2)
    await news.pick('Beta', 1, 'BUF')
    await news.pick('Gamma', 1, 'BUF')
    await override('Alpha', 1, 'NE', { week: 2 })
    await override('Alpha', 2, 'SF', { week: 2 })
    await news.lock(1)
    await news.finals(1, 'BUF 7-3 MIA')
    await news.lock(2)
    expect((await proofOf(2)).picks).toHaveLength(2)
    expect((await verify(2)).tampered).toEqual([])
  })

  test('a restart from a snapshot changes nothing that anybody reads', async () => {
    await start()
    await news.pick('Alpha', 1, 'BUF')
    await news.pick('Alpha', 1, 'KC', 2)
    await news.pick('Beta', 2, 'SF', 2)
    await news.lock(1)
    await news.finals(1, 'BUF 7-3 MIA', 'KC 3-7 DEN')
    const addresses = [
      'reveal/1',
      'weeks',
      'weeks/1/proof',
      'history',
      `history/matrix?season=${SEASON}`,
      'live/week:1',
      `live/season:${SEASON}`,
    ]
    const read = async ({ url }: { readonly url: string }) => {
      const authorization = `Bearer ${news.entries.get('Beta')!.token}`
      const own = [`entries/${idOf('Beta')}/picks`, 'dashboard', 'live/user:3']
      return Promise.all(
        [...addresses, ...own].map(async (address) =>
          (await fetch(`${url}/api/${address}`, { headers: { authorization } })).text(),
        ),
      )
    }
    const before = await read(news.pool)
    await news.pool.server.stop()
    const again = await startTestPool({ database: news.pool.database, config: { espnBaseUrl: news.feed.url } })
    expect(await read(again)).toEqual(before)
    await again.stop()
    expect(before.join()).toMatch(/"more":\[\{[^\]]*"team":"KC"/)
  })

  test('the pool at an earlier position has both picks of the weeks that had locked', async () => {
    await start()
    await news.pick('Alpha', 1, 'BUF')
    await news.pick('Alpha', 1, 'KC', 2)
    await news.lock(1)
    const { position } = await news.pool.visitor.call('auditHead')
    await override('Alpha', 2, 'NE', { reason: 'a mail' })
    const read = (at: number) => news.pool.visitor.call('auditAt', { params: { position: at } })
    expect(JSON.stringify(await read(position))).toContain('"more":[{"team_abbr":"KC"')
    expect(JSON.stringify(await read(position + 1))).toContain('"more":[{"team_abbr":"NE"')
    expect(JSON.stringify(await read(position - 1))).not.toContain('KC')
  })

  test('past picks are imported into the slots of their week', async () => {
    await start()
    await news.pick('Beta', 1, 'SF')
    await news.lock(1)
    const run = async (csv: string, dry_run: boolean) => {
      const { rows } = await news.admin.call('importPicks', { body: { csv, dry_run, reason: 'From the old list' } })
      return rows.flatMap(({ picks }) => picks.map(({ team_abbr, status }) => [team_abbr, status]))
    }
    const revealed = async () => {
      const { picks } = await news.pool.visitor.call('weekReveal', { params: { id: 1 } })
      return picks.map((row) => [row.team_abbr, ...(row.more ?? []).map(({ team_abbr }) => team_abbr)])
    }
    const list =
      'entry,week,team\nAlpha,1,BUF\nAlpha,1,KC\nBeta,1,SF\nBeta,1,DAL\nGamma,1,BUF\nGamma,1,BUF\nGamma,1,NE\nGamma,1,NYJ'
    // Gamma has three teams for two picks: which of them count is for an admin to say.
    expect(await run(list, true)).toEqual([
      ['BUF', 'new'],
      ['KC', 'new'],
      ['SF', 'exists'],
      ['DAL', 'new'],
      ...['BUF', 'BUF', 'NE', 'NYJ'].map((team) => [team, 'invalid']),
    ])
    await run(list, false)
    const others = [
      ['BUF', 'KC'],
      ['SF', 'DAL'],
    ]
    expect(await revealed()).toEqual([...others, [null]])
    const answered = 'entry,week,team\nBeta,1,NE\nGamma,1,BUF\nGamma,1,BUF'
    expect(await run(answered, false)).toEqual([
      ['NE', 'invalid'],
      ['BUF', 'new'],
      ['BUF', 'exists'],
    ])
    expect(await revealed()).toEqual([...others, ['BUF']])
    expect(isSound(await verify())).toBe(true)
  })
})
