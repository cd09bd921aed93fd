import { mailSetting } from '@outlast/testing/fakes/local-smtp'
import { eventually } from '@outlast/testing'
import { withClient } from '@outlast/testing/postgres/database'
import { afterEach, describe, expect, test } from 'vitest'
import { type NewsPool, startNewsPool, startSecond } from './support/news-pool.ts'

let news: NewsPool
afterEach(() => news.stop())

/** A mail server that is never there, so that every mail stays in the outbox. */
const MAIL = mailSetting()
const KICKOFF = { kickoff: '2031-09-08T17:00:00.000Z', kickoffKnown: true }
const ALL = { reveal: true, pick_final: true, correction: true, week_results: true, rules: true }

/** Starts a pool in which Alpha’s, Beta’s and Gamma’s owners, and the admin, want every kind of news by mail. */
async function start(enabled = true): Promise<void> {
  news = await startNewsPool({ config: { mail: MAIL } })
  for (const { api } of [{ api: news.admin }, ...news.entries.values()]) {
    await api.call('updateNotifications', { body: { channel: 'mail', news: ALL } })
  }
  if (enabled) await news.admin.call('updateReminders', { body: { enabled: true } })
}

interface Mail {
  readonly kind: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly expiresAt: Date | null
}

async function mails(kind?: string): Promise<Mail[]> {
  const { rows } = await withClient(news.pool.database.connectionString, (client) =>
    client.query<Mail>(
      `SELECT purpose AS kind, split_part(recipient, '@', 1) AS to, subject, text, expires_at AS "expiresAt" FROM deliveries WHERE purpose <> 'invitation' ORDER BY recipient, id`,
    ),
  )
  return rows.filter((mail) => kind === undefined || mail.kind === kind)
}

/** Waits until everything so far has been compared. */
const compared = () =>
  eventually(async () => {
    const { rows } = await withClient(news.pool.database.connectionString, (client) =>
      client.query(
        `SELECT c.position >= (SELECT max(position) FROM events WHERE type NOT IN ('PickSubmitted', 'EntryCreated')) AS done FROM news_cursor AS c`,
      ),
    )
    expect(rows).toEqual([{ done: true }])
  })
const told = async (kind?: string) => (await mails(kind)).map(({ to, subject }) => `${to}: ${subject.replace(/^[^:]*: /, '')}`)

describe('news for members', () => {
  test('tell the reveal, final picks and the results of the week once each, with several processes', async () => {
    await start()
    const second = await startSecond(news.pool.database, { config: { mail: MAIL, espnBaseUrl: news.feed.url } })
    await news.pick('Alpha', 1, 'BUF')
    await news.pick('Beta', 1, 'MIA')
    await news.lock(1)
    await compared()
    expect(await told('reveal')).toEqual([
      'owner.alpha: The picks of week 1 are open',
      'owner.beta: The picks of week 1 are open',
      'owner.gamma: The picks of week 1 are open',
    ])
    await news.finals(1, 'BUF 7-3 MIA')
    await compared()
    await second.stop()
    expect(await told('pick_final')).toEqual(['owner.alpha: “Alpha” is through', 'owner.beta: “Beta” is out'])
    const [alpha, beta] = await mails('pick_final')
    expect(alpha?.text).toContain('“Alpha” is through: the Bills won 7–3.')
    expect(beta?.text).toContain('“Beta” is out: the Dolphins lost 3–7.')
    const results = await mails('week_results')
    expect(results.map(({ to }) => to)).toEqual(['owner.alpha', 'owner.beta', 'owner.gamma'])
    expect(results[1]?.text).toContain('“Beta” is out. 1 entry went out, and 2 entries are still in.')
    await news.finals(1, 'BUF 7-3 MIA')
    await news.finals(1, 'BUF 14-3 MIA')
    await compared()
    expect(await mails()).toHaveLength(8)
    expect(news.pool.breaches).toEqual([])
  })

  test('tell members whose entries are all out how the week went, and nobody whose entry sits the season out', async () => {
    await start()
    await news.pick('Alpha', 1, 'BUF')
    await news.pick('Beta', 1, 'MIA')
    await news.lock(1)
    await news.finals(1, 'BUF 7-3 MIA')
    await compared()
    await news.pick('Alpha', 2, 'KC')
    await news.lock(2)
    await news.finals(2, 'KC 7-3 DEN')
    await compared()
    const week2 = (await mails('week_results')).filter(({ subject }) => subject.includes('Week 2'))
    expect(week2.map(({ to }) => to)).toEqual(['owner.alpha', 'owner.beta', 'owner.gamma'])
    expect(week2[1]?.text).toContain('0 entries went out, and 2 entries are still in.')
    expect(week2[1]?.text).not.toContain('Beta” is')
    await news.admin.call('startSeason', { body: { season_year: 2031 } })
    const { id } = await news.admin.call('createWeek', { body: { season_year: 2031, week_number: 3 } })
    await news.admin.call('setCurrentWeek', { body: { week_id: id } })
    const { id: entryId, api } = news.entries.get('Alpha')!
    await api.call('renewEntry', { params: { id: entryId } })
    await news.lock(id)
    news.feed.setGames({ seasonYear: 2031, week: 3 }, [
      { espnId: '3', home: 'SF', away: 'LAR', homeScore: 7, awayScore: 3, status: 'final', detail: 'Final', ...KICKOFF },
    ] as never)
    await news.admin.call('syncGames', { body: { season_year: 2031, week_number: 3 } })
    await compared()
    const next = (await mails('week_results')).filter(({ subject }) => subject.includes('Week 3'))
    expect(next.map(({ to }) => to)).toEqual(['owner.alpha'])
  })

  test('tell champions that they share the title, and not that they are out', async () => {
    await start()
    for (const name of ['Alpha', 'Beta', 'Gamma']) await news.pick(name, 1, name === 'Gamma' ? 'MIA' : 'BUF')
    await news.lock(1)
    await news.finals(1, 'BUF 7-3 MIA')
    await news.pick('Alpha', 2, 'KC')
    await news.pick('Beta', 2, 'KC')
    await news.lock(2)
    await news.finals(2, 'KC 3-7 DEN')
    await compared()
    expect((await told('pick_final')).slice(-2)).toEqual([
      'owner.beta: “Beta” shares the title of the season',
      'owner.gamma: “Gamma” is out',
    ])
    const results = (await mails('week_results')).filter(({ subject }) => subject.includes('Week 2'))
    expect(results[0]?.text).toContain('“Alpha” shares the title. 2 entries went out, and 0 entries are still in.')
    expect(results.map(({ text }) => text).join()).not.toContain('Alpha” is out')
  })

  test('tell a corrected result once, and not the results of the week again', async () => {
    await start()
    await news.pick('Alpha', 1, 'BUF')
    await news.pick('Beta', 1, 'MIA')
    await news.lock(1)
    await news.finals(1, 'BUF 7-3 MIA')
    await compared()
    await news.finals(1, 'BUF 3-3 MIA')
    await compared()
    expect(await told('correction')).toEqual(['owner.alpha: Correction: “Alpha” is out'])
    expect((await mails('correction'))[0]?.text).toContain('the Bills tied 3–3, and a tie is a loss.')
    expect(await mails('pick_final')).toHaveLength(2)
    expect(await mails('week_results')).toHaveLength(3)
  })

  test('tell the owner that an admin changed a pick, whatever is switched off, and name no team before the lock', async () => {
    await start()
    const { id, api } = news.entries.get('Alpha')!
    await api.call('updateNotifications', { body: { channel: 'none' } })
    const body = { entry_id: id, week_id: 1, team_abbr: 'SEA', reason: 'asked for the Seahawks by phone' }
    await news.admin.call('overridePick', { body })
    await compared()
    const [hidden] = await mails('pick_changed')
    expect(hidden).toMatchObject({ to: 'owner.alpha', subject: expect.stringContaining('An admin changed a pick of “Alpha”') })
    expect(hidden?.text).not.toMatch(/SEA\b|Seahawks|Seattle/)
    await news.lock(1)
    await news.admin.call('overridePick', { body: { ...body, team_abbr: 'DEN', reason: 'it was a mistake' } })
    await compared()
    const changed = await mails('pick_changed')
    expect(changed).toHaveLength(2)
    expect(changed[1]?.text).toContain('It is now the Broncos. The reason given: it was a mistake')
  })

  test('tell the owner that an admin was refused a pick because of a hidden one, without its team and week', async () => {
    await start()
    await news.pick('Alpha', 2, 'SEA')
    const body = { entry_id: news.entries.get('Alpha')!.id, week_id: 1, team_abbr: 'SEA', reason: 'is it the Seahawks?' }
    await expect(news.admin.call('overridePick', { body })).rejects.toMatchObject({ code: 'team_used' })
    await compared()
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ kind: 'pick_changed', to: 'owner.alpha' })
    expect(mail?.subject).toContain('An admin tried to change a pick of “Alpha”')
    expect(mail?.text).toContain('for week 1 to a team of another pick that is still hidden, and was refused.')
    expect(mail?.text).not.toMatch(/SEA\b|Seahawks|Seattle|week 2/i)
  })

  test('a preview counts the mails that then go out, and counts none for a week that would lock', async () => {
    await start()
    await news.pick('Alpha', 1, 'BUF')
    await news.pick('Beta', 1, 'MIA')
    const game = { home: 'BUF', away: 'MIA', homeScore: 7, awayScore: 3, espnId: '1', kickoff: '2030-09-08T17:00:00.000Z' }
    const running = { ...game, kickoffKnown: true, status: 'in_progress', detail: 'Q4' }
    news.feed.setGames({ seasonYear: 2030, week: 1 }, [running] as never)
    await news.admin.call('syncGames', { body: { season_year: 2030, week_number: 1 } })
    const finals = { params: { id: 1 }, body: {} }
    const override = (team_abbr: string) => ({
      body: { entry_id: news.entries.get('Gamma')!.id, week_id: 1, team_abbr, reason: 'by phone' },
    })
    const expected = async (call: 'finalizeScores' | 'overridePick', parts: object) =>
      (await news.admin.call('previewCalls', { body: { calls: [{ call, ...parts }] } })).messages
    expect(await expected('finalizeScores', finals)).toBeNull()
    await news.lock(1)
    await compared()
    for (const [call, parts, run] of [
      ['overridePick', override('BUF'), () => news.admin.call('overridePick', override('BUF'))],
      ['finalizeScores', finals, () => news.admin.call('finalizeScores', finals)],
      ['overridePick', override('MIA'), () => news.admin.call('overridePick', override('MIA'))],
    ] as const) {
      const before = (await mails()).length
      const messages = await expected(call, parts)
      await run()
      await compared()
      expect(messages).toEqual({ mails: (await mails()).length - before, pushes: 0 })
      expect(messages?.mails).toBeGreaterThan(0)
    }
  })

  test('tell everybody that the rules have changed', async () => {
    await start()
    await news.admin.call('updateRules', { body: { missed_pick: 'eliminated' } })
    await compared()
    expect((await told('rules')).map((line) => line.split(':')[0])).toEqual(['ada', 'owner.alpha', 'owner.beta', 'owner.gamma'])
  })

  test('go to nobody until an admin switches them on, and then tell only what happens later', async () => {
    await start(false)
    await news.pick('Beta', 1, 'MIA')
    await news.lock(1)
    await news.finals(1, 'BUF 7-3 MIA')
    await news.admin.call('updateReminders', { body: { enabled: true } })
    await compared()
    expect(await mails()).toEqual([])
    await news.lock(2)
    await compared()
    expect(new Set((await mails()).map(({ kind }) => kind))).toEqual(new Set(['reveal']))
  })

  test('go to admins only under a site-time override', async () => {
    await start()
    const admin = await news.admin.call('me')
    const { id } = await news.admin.call('createEntry', { body: { user_id: admin.id, name: 'Of an admin' } })
    await news.admin.call('submitPick', { body: { entry_id: id, week_id: 1, team_abbr: 'BUF' } })
    await news.pick('Beta', 1, 'MIA')
    await news.admin.call('setSiteTime', { body: { now_iso: '2030-09-10T12:00:00Z' } })
    await news.finals(1, 'BUF 7-3 MIA')
    await compared()
    expect(new Set((await mails()).map(({ to }) => to))).toEqual(new Set(['ada']))
    const before = (await mails()).length
    await news.admin.call('setSiteTime', { body: {} })
    await compared()
    expect(await mails()).toHaveLength(before)
  })

  test('tell members afterwards what lasts of what happened under a site-time override, once', async () => {
    await start()
    await news.pick('Alpha', 1, 'BUF')
    await news.pick('Beta', 2, 'SEA')
    await news.lock(1)
    await compared()
    const before = (await mails()).length
    await news.admin.call('setSiteTime', { body: { now_iso: '2030-09-10T12:00:00Z' } })
    await news.finals(1, 'BUF 7-3 MIA')
    await compared()
    await news.admin.call('overridePick', { body: { entry_id: news.entries.get('Beta')!.id, week_id: 2, team_abbr: 'GB' } })
    await compared()
    expect(await mails()).toHaveLength(before)
    for (const now_iso of [null, '2030-09-10T12:00:00Z', null]) {
      await news.admin.call('setSiteTime', { body: { now_iso } })
      await compared()
      expect(await told('pick_final')).toEqual(['owner.alpha: “Alpha” is through'])
      expect(await told('pick_changed')).toEqual(['owner.beta: An admin changed a pick of “Beta”'])
      expect((await mails('week_results')).map(({ to }) => to)).toEqual(['owner.alpha', 'owner.beta', 'owner.gamma'])
    }
    expect(news.pool.breaches).toEqual([])
  })

  test('tell an owner once that a plan cannot stand, without its team and with no trace for an admin', async () => {
    await start()
    await news.admin.call('updateRules', { body: { missed_pick: 'auto', auto_pick: ['my_list'] } })
    const beta = news.entries.get('Beta')!
    await news.pick('Beta', 2, 'SEA')
    await beta.api.call('setRanking', { params: { id: beta.id }, body: { teams: ['SEA'] } })
    await news.pick('Alpha', 1, 'BUF')
    const picksBefore = await news.admin.call('weekPicks', { params: { id: 2 } })
    await news.lock(1)
    await compared()
    const [mail, ...more] = await mails('plan_void')
    expect(more).toEqual([])
    // The automatic lock of week 2.
    expect(mail).toMatchObject({ to: 'owner.beta', expiresAt: new Date('2030-09-15T16:00:00Z') })
    expect(mail?.text).toContain('Your pick of “Beta” for week 2 can’t stand: its team was used in week 1. Choose another team.')
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/SEA\b|Seahawks|Seattle/)
    // As if every delivery had failed: nobody else may see that this message exists.
    await withClient(news.pool.database.connectionString, (client) =>
      client.query(`UPDATE deliveries SET last_error = 'no such server', attempts = 1`),
    )
    const { not_delivered: failed } = await news.admin.call('deliveries')
    expect(failed.some(({ purpose }) => purpose === 'news')).toBe(true)
    expect(failed.filter(({ purpose }) => purpose === 'reminders')).toEqual([])
    expect(await news.admin.call('weekPicks', { params: { id: 2 } })).toEqual(picksBefore)
    const { entries } = await beta.api.call('getDashboard')
    expect(entries[0]?.open_weeks).toMatchObject([{ week_id: 2, has_pick: true, team_abbr: 'SEA', used_in_week: 1 }])
    await news.finals(1, 'BUF 7-3 MIA', 'SEA 7-3 DEN')
    await news.pick('Beta', 2, 'GB')
    await compared()
    expect(await mails('plan_void')).toHaveLength(1)
    const changed = await beta.api.call('getDashboard')
    expect(changed.entries[0]?.open_weeks).toMatchObject([{ week_id: 2, team_abbr: 'GB', used_in_week: null }])
    expect(news.pool.breaches).toEqual([])
  })

  test('tell the owner of a plan that cannot stand when no team is left for the week', async () => {
    await start()
    await news.admin.call('updateRules', { body: { missed_pick: 'eliminated' } })
    await news.admin.call('createWeek', { body: { season_year: 2030, week_number: 3 } })
    await news.admin.call('updateWeek', { params: { id: 2 }, body: { ineligible_teams: ['MIA'] } })
    for (const name of ['Alpha', 'Beta', 'Gamma']) await news.pick(name, 2, 'SEA')
    await news.pick('Beta', 3, 'BUF')
    await news.pick('Gamma', 1, 'BUF')
    await news.lock(1)
    await news.finals(2, 'BUF v MIA')
    await compared()
    const [alpha, beta, gamma, ...more] = await mails('plan_void')
    expect(more).toEqual([])
    expect(alpha?.text).toContain('its team has no game in that week. Choose another team.')
    expect(beta?.text).toContain('No unplanned team is left for week 2.')
    expect(beta?.text).toContain('Clear a pick of a later week to free its team.')
    expect(gamma?.text).toContain('No team is left for week 2: a missed pick is a loss.')
    expect(gamma?.text).toContain('At the lock, the entry counts as one without a pick.')
    expect(gamma?.text).not.toMatch(/Choose (?:another|other)/)
    expect(`${alpha?.text} ${beta?.text} ${gamma?.text}`).not.toMatch(/SEA\b|Seahawks|Seattle|BUF\b|Buffalo|Bills/)
  })

  test('tell nobody that a sealed plan cannot stand before its seal ends (docs/rules.md §11.6)', async () => {
    await start()
    await news.admin.call('updateRules', { body: { missed_pick: 'auto', auto_pick: ['my_list'] } })
    const planned = ['Alpha', 'Beta'].map((name) => news.entries.get(name)!)
    for (const { id, api } of planned) {
      await api.call('submitPick', { body: { entry_id: id, week_id: 2, team_abbr: 'SEA' } })
      await api.call('setRanking', { params: { id }, body: { teams: ['SEA'] } })
    }
    const [alpha, beta] = await Promise.all(planned.map(({ api }) => api.call('me')))
    const seal = async ({ id, email: old }: { id: number; email: string }, email: string) => {
      await news.admin.call('adminUpdateUser', { params: { id }, body: { email } })
      return async () => {
        const text = (await mails('email_change')).find(({ to }) => to === old.split('@')[0])?.text ?? ''
        await news.pool.visitor.call('confirmEmailChange', { body: { token: /token=([\w-]{43})/.exec(text)?.[1] ?? '' } })
        await compared()
      }
    }
    const unsealBeta = await seal(beta!, 'chosen.by.admin@evil.example')
    await news.lock(1)
    await compared()
    const tellsAlpha = 'owner.alpha: Your pick for week 2 can’t stand'
    expect(await told('plan_void')).toEqual([tellsAlpha])
    await unsealBeta()
    const tellsBoth = ['chosen.by.admin: Your pick for week 2 can’t stand', tellsAlpha]
    expect(await told('plan_void')).toEqual(tellsBoth)
    const unsealAlpha = await seal(alpha!, 'of.alpha@evil.example')
    await news.finals(1, 'BUF 7-3 MIA')
    await compared()
    await unsealAlpha()
    expect(await told('plan_void')).toEqual(tellsBoth)
    expect(news.pool.breaches).toEqual([])
  })

  test('tell an owner once that a picked game moved to another week, without its team and with no trace for an admin', async () => {
    await start()
    const beta = news.entries.get('Beta')!
    const games = ['SEA DEN', 'KC LV'].map((teams, index) => {
      const [home, away] = teams.split(' ')
      const state = { status: 'scheduled', homeScore: null, awayScore: null, detail: null }
      return { espnId: `7${index}`, home, away, ...state, ...KICKOFF, kickoff: '2030-09-15T17:00:00.000Z' }
    })
    const list = async (week: number, ...listed: readonly unknown[]) => {
      news.feed.setGames({ seasonYear: 2030, week }, listed as never)
      await news.admin.call('syncGames', { body: { season_year: 2030, week_number: week } })
    }
    await list(2, ...games)
    await news.pick('Beta', 2, 'SEA')
    await news.pick('Alpha', 2, 'KC')
    await news.admin.call('createWeek', { body: { season_year: 2030, week_number: 3 } })
    const picksBefore = await news.admin.call('weekPicks', { params: { id: 2 } })
    await list(3, games[0])
    await compared()
    const [mail, ...more] = await mails('plan_void')
    expect([mail?.to, more]).toEqual(['owner.beta', []])
    expect(mail?.text).toContain(
      'Your pick of “Beta” for week 2 can’t stand: its game moved to another week. Choose another team.',
    )
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/SEA\b|Seahawks|Seattle|DEN\b|Broncos|Denver/)
    expect(await news.admin.call('weekPicks', { params: { id: 2 } })).toEqual(picksBefore)
    const openWeek = async () => (await beta.api.call('getDashboard')).entries[0]?.open_weeks.find(({ week_id }) => week_id === 2)
    expect(await openWeek()).toMatchObject({ has_pick: true, team_abbr: 'SEA', used_in_week: 2 })
    await list(3, games[0])
    await compared()
    expect(await mails('plan_void')).toHaveLength(1)
    await news.pick('Beta', 2, 'LV')
    expect(await openWeek()).toMatchObject({ team_abbr: 'LV', used_in_week: null })
    expect(news.pool.breaches).toEqual([])
  })

  test('name no team of a hidden pick', async () => {
    await start()
    await news.pick('Alpha', 2, 'SEA')
    await news.pick('Gamma', 2, 'SEA')
    await news.pick('Alpha', 1, 'BUF')
    await news.pick('Beta', 1, 'MIA')
    await news.lock(1)
    await news.finals(1, 'BUF 7-3 MIA')
    await news.admin.call('overridePick', { body: { entry_id: news.entries.get('Gamma')!.id, week_id: 2, team_abbr: 'DEN' } })
    await compared()
    const all = await mails()
    expect(all.length).toBeGreaterThan(8)
    expect(all.filter(({ subject, text }) => /SEA\b|Seahawks|Seattle|DEN\b|Broncos/.test(subject + text))).toEqual([])
  })
})
