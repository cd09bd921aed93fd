import type { ApiError, CallInput } from '@outlast/contract'
import { pickIdOf } from '@outlast/domain'
import type { Api } from '@outlast/testing'
import { messagesByTopic } from '@outlast/testing/live/watcher'
import { readableAddresses, readRaw, withoutTimesAndIds } from '@outlast/testing/http/readable-addresses'
import { afterEach, expect, test } from 'vitest'
import { type EverythingOn, type Names, SEASON, startEverythingOn } from './support/everything-on.ts'

let running: EverythingOn | undefined
afterEach(async () => {
  await running?.stop()
  running = undefined
})

/** The teams of all hidden picks and rankings in one pool, in any spelling. Nobody else picks them. */
const CANARY = /\b(?:SEA|JAX)\b|Seattle|Seahawks|Jacksonville|Jaguars/i
/** Pages that name every team, hidden or not. */
const NAMES_ALL_TEAMS = /^\d+ \/api\/(?:teams|docs|openapi)/

/** Olga's hidden teams: of the pick of one entry, of its changes, and of the ranking of the other. */
interface Hidden {
  readonly pick: string
  readonly change: string
  readonly ranking: readonly string[]
  /** Of the second pick of the first entry, in pools with two picks a week. */
  readonly second?: string
}

/** Everything that left the server, by the way it took. */
type Leaving = Readonly<Record<'mails' | 'pushes' | 'chats' | 'calendars' | 'responses' | 'live' | 'log', readonly string[]>>

interface Played {
  /** What left until the lock for anybody but Olga. */
  readonly others: Leaving
  /** What left for Olga, besides responses, until the lock. It may tell no team either. */
  readonly olga: Pick<Leaving, 'mails' | 'pushes'>
  /** What Olga reads. It must differ between the pools, or the test proves nothing. */
  readonly owner: readonly string[]
  /** What left afterwards. */
  readonly afterLock: readonly string[]
}

/** Pages that servers answer with HTML or text. */
const PAGES = [
  '/',
  '/tv',
  '/tv?scene=distribution',
  '/reveal',
  '/reveal/2',
  '/reveal/2?if=KC.GB',
  '/history',
  '/entry/1',
  '/entry/2',
  '/entries/2/ranking',
  '/manifest.webmanifest',
  '/robots.txt',
  '/metrics',
]

interface PlayOptions {
  readonly names?: Names
  /** What else happens before the second week locks. */
  readonly beforeLock?: (all: EverythingOn) => Promise<void>
  /** What happens last, before everything is read. */
  readonly beforeReading?: (all: EverythingOn) => Promise<void>
  /** Whether cards are drawn, and visitors read everything again after the lock, which takes a third of the time. */
  readonly isWhole?: boolean
}

/** Plays the second week until its lock, and after it. */
async function play(hidden: Hidden, { names = {}, beforeLock, beforeReading, isWhole = false }: PlayOptions): Promise<Played> {
  const all = await startEverythingOn(names)
  running = all
  const { pool, ada, olga, otto, wanda, step, pick } = all
  const admin = ada.api
  const rank = (teams: readonly string[]) => step(olga.api.call('setRanking', { params: { id: 2 }, body: { teams: [...teams] } }))
  if (hidden.second !== undefined)
    await step(
      admin.call('updateRules', {
        body: {
          picks_per_week: { picks: 2, from_week: 2 },
          slot_loss: 'each',
          prizes: { shares: [60, 40], weekly_cents: 500 },
          pot_public: true,
        },
      }),
    )
  await rank(hidden.ranking)
  await pick(olga, 1, 2, hidden.change)
  await all.lock(1)
  await all.finals(7, 3)
  await all.finals(3, 7)
  await all.finals(10, 3)
  await step(otto.api.call('requestBuyback', { params: { id: 4 } }))
  await all.openNextWeek()
  await pick(olga, 1, 2, hidden.pick)
  await rank(hidden.ranking.toReversed())
  await rank(hidden.ranking)
  if (hidden.second !== undefined) {
    for (const team of ['ATL', 'ARI', hidden.second]) await pick(olga, 1, 2, team, 2)
    await pick(otto, 3, 2, 'GB', 2)
    await step(admin.call('overridePick', { body: { entry_id: 4, week_id: 2, slot: 2, team_abbr: 'MIN', reason: 'a call' } }))
  }
  await pick(otto, 3, 2, 'CHI')
  await beforeLock?.(all)
  await step(admin.call('sendReminders', { body: {} }))
  await step(admin.call('answerBuyback', { params: { id: 4 }, body: { action: 'confirm' } }))
  await step(admin.call('overridePick', { body: { entry_id: 4, week_id: 2, team_abbr: 'NYG', reason: 'a call' } }))

  await step(olga.api.call('claimPayment', { params: { id: 1 }, body: { payment_type: 'venmo' } }))
  await step(admin.call('confirmPayments', { body: { entry_ids: [1] } }))
  const part = { amount_cents: 100, payment_type: 'cash' } as const
  await step(admin.call('recordPartPayment', { params: { id: 2 }, body: part }))
  await step(admin.call('listBalances'))
  await step(admin.call('recordPayouts', { body: { entry_ids: [1], payment_type: 'venmo' } }))
  await step(admin.call('reversePayout', { params: { id: 1 }, query: {} }))
  await step(admin.call('listPayouts', { query: {} }))
  await step(olga.api.call('claimPayment', { params: { id: 2 }, body: {} }))
  await step(admin.call('declinePaymentClaim', { params: { id: 2 } }))
  const { entries: dues } = await otto.api.call('getDues')
  const csv = `date;amount;text\n01.09.2030;25,00;${dues[0]?.reference}`
  for (const dry_run of [true, false]) await step(admin.call('importPayments', { body: { csv, dry_run } }))

  // A result by hand, which the scoreboard gets back.
  const setGame = async (body: CallInput<'updateGame'>['body']) => {
    await all.nextMinute()
    return step(admin.call('updateGame', { params: { id: 2 }, body }))
  }
  await setGame({ status: 'final', home_score: 30, away_score: 10, reason: 'The scoreboard is wrong' })
  await setGame({ source: 'feed' })

  // Members who join from here on would be reminded whenever the planner looks next, which differs between two runs.
  await step(admin.call('updateReminders', { body: { enabled: false } }))
  await step(admin.call('createInvitation', { body: { label: 'Poster', max_uses: 5 } }))
  await step(admin.call('approveUser', { params: { id: wanda.id } }))
  const members = 'name,email,mobile,entries\nIvy Import,ivy@club.example,,2'
  for (const dry_run of [true, false]) await step(admin.call('importMembers', { body: { csv: members, dry_run } }))
  await step(admin.call('broadcast', { body: { subject: 'News', text: 'Week 2 is open.' } }))
  for (const audience of ['no_pick', 'alive', 'unpaid', 'admins'] as const) {
    const body = { subject: 'News', text: 'Week 2 is open.', audience }
    await step(admin.call('previewBroadcast', { body }))
    await step(admin.call('broadcast', { body }))
  }
  await step(admin.call('updateWeekSummary', { params: { id: 1 }, body: { text: 'A close week.', is_pinned: true } }))
  await step(admin.call('mailWeekSummary', { params: { id: 1 }, body: {} }))
  for (const { api, email } of [olga, otto]) {
    await step(pool.visitor.call('requestPasswordReset', { body: { email } }))
    await step(pool.visitor.call('requestSignInLink', { body: { email } }))
    await step(api.call('testNotifications', { body: {} }))
  }

  await beforeReading?.(all)

  const calendars = await Promise.all(
    [otto, ada].map(async ({ api }) => (await api.call('createCalendarAddress', { body: {} })).url ?? ''),
  )
  const addresses = [
    ...readableAddresses({
      ids: {
        weeks: all.weekIds,
        entries: [1, 2, 3, 4, 5],
        users: [1, 2, 3, 4],
        positions: [5, 30, 60],
        seasons: [SEASON],
        picks: ([1, 2] as const).flatMap((slot) =>
          [1, 2, 3, 4, 5].flatMap((entry) => all.weekIds.map((week) => pickIdOf(entry as never, week as never, slot))),
        ),
      },
      topics: all.topics,
      calendars: [],
    }),
    ...PAGES,
  ].filter((address) => isWhole || !address.startsWith('/og/'))
  const read = async (token: string | undefined, from = addresses) => {
    const texts = []
    for (const address of from) texts.push(comparable(await readRaw(pool.url, address, token)))
    return texts
  }
  const readings = [
    ...(await read(undefined)),
    ...(await read(otto.token)),
    ...(await read(wanda.token)),
    ...(await read(ada.token)),
  ].map((text) => (text.startsWith('200 /metrics') ? metricNames(text) : text))
  const responses = [...readings, ...(await previewsFor(admin)), ...(await importsFor(admin, olga.email))]
  const owner = await read(olga.token)
  const others = {
    ...messagesTo(all, (name) => name !== olga.name),
    ...publicMessages(all),
    calendars: await Promise.all(
      calendars.map(async (url) => comparable(await readRaw(pool.url, new URL(url).pathname, undefined))),
    ),
    responses,
  }
  const toOlga = messagesTo(all, (name) => name === olga.name)
  await all.lock(2)
  const { chats, live } = publicMessages(all)
  // No card is compared as text.
  const texts = addresses.filter((address) => !address.startsWith('/og/'))
  const afterLock = [...(isWhole ? await read(undefined, texts) : []), ...chats, ...live, ...messagesTo(all, () => true).mails]
  expect(pool.breaches).toEqual([])
  expect(all.push.problems).toEqual([])
  await all.stop()
  running = undefined
  return { others, olga: toOlga, owner, afterLock }
}

/** What previews of chained calls answer to the admin: a rehearsed lock, final scores, overrides and what an undo of them would find. */
async function previewsFor(admin: Api): Promise<readonly string[]> {
  const { position } = await admin.call('auditHead')
  const override = (week_id: number, team_abbr: string, slot?: number) => ({
    call: 'overridePick' as const,
    body: { entry_id: 1, week_id, slot, team_abbr, reason: 'a call' },
  })
  const lock = { call: 'updateWeek' as const, params: { id: 2 }, body: { lock_time: '2020-01-01T00:00:00Z' } }
  const finals = { call: 'finalizeScores' as const, params: { id: 2 }, body: {} }
  const reinstate = { call: 'adminUpdateEntry' as const, params: { id: 1 }, body: { is_eliminated: false } }
  const undo = (ahead: number) => ({ call: 'undoAction' as const, body: { position: position + ahead } })
  const chains = [
    ...['SEA', 'JAX'].flatMap((team) => [
      [override(1, team)],
      [override(2, team)],
      [override(2, team, 2)],
      [lock, override(1, team)],
    ]),
    ...Array.from({ length: 8 }, (_, ahead) => [finals, reinstate, undo(ahead)]),
    ...[1, 2].map((id) => [lock, finals, { call: 'closeWeek' as const, params: { id }, body: { reason: 'A storm' } }]),
    ...(['cancelled', 'moved'] as const).map((status) => [
      { call: 'updateGame' as const, params: { id: 1 }, body: { status, reason: 'A storm' } },
      lock,
      reinstate,
    ]),
    [{ call: 'removeNewcomers' as const, body: { address: '0'.repeat(24), user_ids: [2], entry_ids: [1] } }, lock],
  ]
  const answers = chains.map((calls) =>
    admin
      .call('previewCalls', { body: { calls } })
      .then((found) => JSON.stringify(found))
      .catch((error: ApiError) => `${error.status} ${error.message}`),
  )
  // A refusal names the team that the admin asked about.
  return (await Promise.all(answers)).map((text) => text.replaceAll(/\b(?:SEA|JAX)\b/g, '<team>'))
}

/** What an admin learns from checking a list with the owner's teams, also with weeks to add, and from a backup by hand. */
async function importsFor(admin: Api, email: string): Promise<readonly string[]> {
  const csv = `email,entry,1,2,3,Status\n${email},1,SEA,JAX,SEA,alive\n${email},2,JAX,no pick,JAX,out`
  const answers: object[] = []
  for (const add_weeks of [false, true]) {
    const body = { csv, season_year: SEASON, add_weeks, dry_run: false }
    answers.push(await admin.call('importPicks', { body: { ...body, dry_run: true } }))
    answers.push(await admin.call('previewCalls', { body: { calls: [{ call: 'importPicks', body }] } }))
  }
  answers.push(await admin.call('makeBackup', { body: {} }))
  return answers.map((answer) => comparable(JSON.stringify(answer)).replaceAll(/\b(?:SEA|JAX)\b/g, '<team>'))
}

/** The messages to people whose name `isFor` accepts. */
function messagesTo({ smtp, push, ownerOf, people }: EverythingOn, isFor: (name: string) => boolean) {
  const nameOf = (address: string) => Object.values(people).find(({ email }) => email === address)?.name ?? address
  return {
    mails: smtp.received
      .filter(({ to }) => to.some((address) => isFor(nameOf(address))))
      .map(({ to, subject, text, raw }) => comparable(`${to.join()}\n${headersOf(raw)}\n${subject}\n${text}`))
      .sort(),
    pushes: push.received
      .filter(({ endpoint }) => isFor(ownerOf(endpoint) ?? ''))
      .map(({ endpoint, payload, urgency }) => `${ownerOf(endpoint)} ${urgency} ${payload.replace(/"id":"\w+",/, '')}`)
      .sort(),
  }
}

/** What left for no single person. */
function publicMessages({ chats, watchers, log }: EverythingOn) {
  return {
    chats: chats()
      .map(({ path, body }) => comparable(`${path} ${body}`))
      .sort(),
    live: Object.entries(watchers).flatMap(([name, { received }]) =>
      messagesByTopic(received).map((line) => `${name} ${comparable(line)}`),
    ),
    log: log.map(comparableLine).sort(),
  }
}

/** The headers of a mail, without the ids and times that differ between any two mails. */
function headersOf(raw: string): string {
  const head = raw.split('\r\n\r\n')[0] ?? ''
  return head.replaceAll(/\r\n[ \t]+/g, ' ').replaceAll(/^(Message-ID|Date|Content-Transfer-Encoding|Subject):.*\r\n/gim, '')
}

/** Replaces what is random or secret by design: times, ids, hashes, tokens, keys and codes. */
function comparable(text: string): string {
  return withoutTimesAndIds(text)
    .replaceAll(/(token=|\/join\/)[\w.%-]+/g, '$1<token>')
    .replaceAll(/"(push_key|code)":"[\w-]{10,}"/g, '"$1":"<random>"')
    .replaceAll(/"paid_date":"[\d-]+"/g, '"paid_date":"<today>"')
    .replaceAll(/[\w-]{86}/g, '<signature>')
}

function comparableLine({
  time: _time,
  ms: _ms,
  pid: _pid,
  request: _request,
  folder: _folder,
  file: _file,
  ...line
}: Readonly<Record<string, unknown>>) {
  return comparable(JSON.stringify(line))
}

/** How often and how fast something happened on this machine differs between any two runs: keeps what is measured. */
const metricNames = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('outlast_'))
    .join('\n')

/** The teams without a game in a week follow from the public schedule. */
const withoutIdleTeams = (text: string): string => text.replaceAll(/"(?:bye|left)_teams":\[[^\]]*\]/g, '')

/** Returns the ways on which something left that names a team of the canary. */
function waysWithCanary(left: Partial<Leaving>): string[] {
  return Object.entries(left)
    .filter(([, texts]) => texts.some((text) => CANARY.test(withoutIdleTeams(text)) && !NAMES_ALL_TEAMS.test(text)))
    .map(([way]) => way)
}

/** Names each way on which two pools told others something different, with the first lines that differ and what follows them. */
const differences = (one: Leaving, two: Leaving) =>
  (Object.keys(one) as (keyof Leaving)[]).flatMap((way) => {
    const longer = one[way].length > two[way].length ? one[way] : two[way]
    const at = longer.findIndex((_, i) => one[way][i] !== two[way][i])
    return at < 0 ? [] : [{ way, at, one: one[way].slice(at, at + 3), two: two[way].slice(at, at + 3) }]
  })

/** Excerpts of what must have left for others before the lock. */
const SENT: Readonly<Partial<Record<keyof Leaving, readonly string[]>>> = {
  mails: [
    'is missing',
    'is through',
    'Correction',
    'new password',
    'link to sign in',
    'you are in',
    'You are invited',
    'An admin changed the pick of “Osprey”',
  ],
  pushes: ['is missing', 'are open', 'It works'],
  chats: ['The picks of week 1 are open', 'out'],
  calendars: ['SUMMARY:Week 2'],
  live: ['"payment_claimed_at":"', '"buybacks":[{', '"is_waiting":false'],
  // Cards, the tags of pages, and their first view.
  responses: ['an image of ', '<url>/og/week/2/1200x630.png?v=', '<div class="first-view">'],
  log: ['submitPick'],
}
const NO_GAME = 'has no game in that week'
const MOVED = 'moved to another week'
/** What Olga was told of plans that cannot stand. */
const toldThat = (text: string, { olga }: Played) => [...olga.mails, ...olga.pushes].filter((message) => message.includes(text))
const CANARIES: Hidden = { pick: 'SEA', change: 'JAX', ranking: ['JAX', 'SEA'] }

test('until the lock, nothing that leaves the server for anybody but the owner depends on hidden picks or rankings', async () => {
  const one = await play(CANARIES, { isWhole: true })
  const two = await play({ pick: 'LAR', change: 'DEN', ranking: ['DEN', 'LAR'] }, { isWhole: true })
  expect(differences(one.others, two.others)).toEqual([])
  expect(two.olga).toEqual(one.olga)
  expect(waysWithCanary(one.others)).toEqual([])
  expect(waysWithCanary(one.olga)).toEqual([])
  // The test is effective: all of it was sent, the owner reads the difference, and everybody does after the lock.
  const text = (lines: readonly string[]) => lines.join('\n')
  for (const [way, parts] of Object.entries(SENT)) {
    const all = text(one.others[way as keyof Leaving])
    expect([way, parts.filter((part) => !all.includes(part))]).toEqual([way, []])
  }
  expect(two.owner).not.toEqual(one.owner)
  expect(text(one.owner)).toContain('["JAX","SEA"]')
  expect(text(one.afterLock)).toContain('"team_abbr":"SEA"')
  expect(text(one.afterLock)).toMatch(/"team_abbr":"JAX"[^}]*"is_auto":true/)
  expect(text(two.afterLock)).not.toMatch(/"team_abbr":"(?:SEA|JAX)"/)
})

test('where a week takes two picks, nothing but what its owner reads depends on a second one until the lock', async () => {
  const first = { pick: 'LAR', change: 'DEN', ranking: ['DEN', 'LAR'] }
  const one = await play({ ...first, second: 'SEA' }, {})
  const two = await play({ ...first, second: 'JAX' }, {})
  expect(differences(one.others, two.others)).toEqual([])
  expect(two.olga).toEqual(one.olga)
  expect([waysWithCanary(one.others), waysWithCanary(one.olga)]).toEqual([[], []])
  // The test is effective: the mails say how many picks are missing, the owner reads the difference, and everybody does after the lock.
  expect(one.others.mails.join()).toContain('has 0 of 2 picks')
  // Everybody reads who has the prize of the first week.
  expect(one.others.responses.join('\n')).toMatch(/"weeks":\[\{"week_id":1,"week_number":1,"cents":500,"entry_ids":\[\d/)
  expect(two.owner).not.toEqual(one.owner)
  expect(one.afterLock.join('\n')).toContain('"SEA":1')
  expect(withoutIdleTeams(two.afterLock.join('\n'))).not.toContain('SEA')
})

test('what one slate of a week reveals does not depend on a hidden pick of another', async () => {
  const playSlates =
    (hidden: string) =>
    async ({ ada, olga, otto, schedule, step, pick, lock }: EverythingOn): Promise<void> => {
      const slates = [`${SEASON}-09-21T04:00:00.000Z`, `${SEASON}-09-23T04:00:00.000Z`] as never
      await step(ada.api.call('createWeek', { body: { season_year: SEASON, week_number: 3, slates } }))
      const sunday = `${SEASON}-09-22T17:00:00.000Z`
      const thursday = `CHI-NYG ${SEASON}-09-20T00:15:00.000Z`
      for (const week of [3.1, 3.2, 3.3]) await schedule(week, thursday, `SEA-DEN ${sunday}`, `LAR-JAX ${sunday}`)
      await pick(olga, 1, 4, hidden)
      await pick(olga, 1, 3, 'CHI')
      await pick(otto, 3, 3, 'NYG')
      await lock(3)
      // The game of one of the hidden picks goes to the next slate, so that the pick cannot stand.
      await schedule(3.2, thursday, `SEA-DEN ${SEASON}-09-24T00:15:00.000Z`, `LAR-JAX ${sunday}`)
    }
  const first = { pick: 'LAR', change: 'DEN', ranking: ['DEN', 'LAR'] }
  const one = await play(first, { beforeReading: playSlates('SEA') })
  const two = await play(first, { beforeReading: playSlates('JAX') })
  expect(differences(one.others, two.others)).toEqual([])
  expect(two.olga).toEqual(one.olga)
  // Everybody reads in the schedule that the game moved, with its teams.
  expect(waysWithCanary({ ...one.others, responses: [] })).toEqual([])
  expect(waysWithCanary(one.olga)).toEqual([])
  // The test is effective: everybody reads the revealed slate, and the owner the difference.
  expect(one.others.responses.join('\n')).toContain('"label":"3a"')
  expect(one.others.responses.join('\n')).toMatch(/"3\.1":\{"team_abbr":"CHI"/)
  const plan = '"team_abbr":"SEA","used_in_week":3.2'
  expect([one, two].map(({ owner }) => owner.join().includes(plan))).toEqual([true, false])
  expect(two.owner).not.toEqual(one.owner)
})

interface ScheduleChange {
  readonly what: string
  /** The team of Olga's hidden pick in one pool, and in the other one, where the change does not concern it. */
  readonly teams: readonly [concerned: string, other: string]
  /** What the scoreboard says when the pick is made; left out as long as no game is known. */
  readonly before?: readonly string[]
  readonly after: readonly string[]
  /** What happens then. */
  readonly next?: (all: EverythingOn, week: { readonly id: number; readonly number: number }) => Promise<unknown>
  /** What a message tells the owner of the pick, if it cannot stand. */
  readonly told?: string
}

/** What makes a plan void, or could, one in each week from the second on. */
const SCHEDULE_CHANGES: readonly ScheduleChange[] = [
  { what: 'a bye in the current week', teams: ['SEA', 'LAR'], after: ['LAR-JAX', 'CHI-NYG'], told: NO_GAME },
  { what: 'a postponed game', teams: ['ATL', 'ARI'], before: ['ATL-TB', 'ARI-SF'], after: ['ATL-TB postponed', 'ARI-SF'] },
  { what: 'a cancelled game', teams: ['BAL', 'CLE'], before: ['BAL-CIN', 'CLE-PIT'], after: ['BAL-CIN cancelled', 'CLE-PIT'] },
  {
    what: 'a game that the scoreboard lists in another week',
    teams: ['CAR', 'DET'],
    before: ['CAR-NO', 'DET-MIN'],
    after: ['DET-MIN'],
    next: async ({ addWeek, schedule }) => {
      await addWeek(20)
      await schedule(20, 'CAR-NO')
    },
    told: MOVED,
  },
  {
    what: 'a game that an admin marks as moved',
    teams: ['GB', 'IND'],
    before: ['GB-HOU', 'IND-LV'],
    after: ['IND-LV'],
    next: async ({ pool, ada, step }, week) => {
      const games = await pool.visitor.call('weekGames', { params: { id: week.id } })
      const id = games.find(({ home_team_abbr }) => home_team_abbr === 'GB')!.id
      await step(ada.api.call('updateGame', { params: { id }, body: { status: 'moved', reason: 'A storm' } }))
    },
    told: MOVED,
  },
  {
    what: 'a game that becomes known late',
    teams: ['TEN', 'LAC'],
    after: ['LAC-PHI'],
    next: ({ schedule }, { number }) => schedule(number, 'LAC-PHI', 'TEN-WSH'),
    told: NO_GAME,
  },
  {
    what: 'a bye after which the owner chooses another team',
    teams: ['NE', 'NYJ'],
    after: ['NYJ-DAL', 'MIA-BUF'],
    next: ({ olga, pick }, { id }) => pick(olga, 1, id, 'MIA'),
    told: NO_GAME,
  },
]

test('a schedule that makes a hidden plan void tells its owner, and nobody else that the team was picked', async () => {
  const answers: string[][] = [[], []]
  const changeSchedule = (pool: 0 | 1) => async (all: EverythingOn) => {
    const { ada, olga, schedule, step, pick, addWeek } = all
    for (const [i, { teams, before, after, next }] of SCHEDULE_CHANGES.entries()) {
      const number = i + 2
      const id = i === 0 ? 2 : await addWeek(number)
      if (before !== undefined) await schedule(number, ...before)
      if (i > 0) await pick(olga, 1, id, teams[pool])
      // As the current week, it is the one that reminders, the desk and audiences look at.
      await step(ada.api.call('setCurrentWeek', { body: { week_id: id } }))
      await schedule(number, ...after)
      await next?.(all, { id, number })
      const news = { subject: 'News', text: 'The schedule changed.', audience: 'no_pick' } as const
      answers[pool]?.push(
        comparable(JSON.stringify(await step(ada.api.call('getReminders')))),
        comparable(JSON.stringify(await step(ada.api.call('previewBroadcast', { body: news })))),
      )
    }
    await step(ada.api.call('setCurrentWeek', { body: { week_id: 2 } }))
  }
  const one = await play(CANARIES, { beforeLock: changeSchedule(0) })
  const two = await play({ ...CANARIES, pick: 'LAR' }, { beforeLock: changeSchedule(1) })
  expect(answers[1]).toEqual(answers[0])
  expect(differences(one.others, two.others)).toEqual([])
  expect(two.owner).not.toEqual(one.owner)
  for (const text of [NO_GAME, MOVED]) {
    const rows = SCHEDULE_CHANGES.filter(({ told }) => told === text)
    const told = toldThat(text, one)
    expect([text, told.length, toldThat(text, two)]).toEqual([text, 2 * rows.length, []])
    for (const { what, teams } of rows) expect([what, told.join().match(RegExp(`\\b${teams[0]}\\b`))]).toEqual([what, null])
  }
})

test('a known result that an admin hands out before the lock says nothing about hidden picks', async () => {
  const asked: string[][] = []
  const handOut = async ({ pool, ada, schedule, step }: EverythingOn): Promise<void> => {
    await schedule(2, 'SEA-DEN', 'LAR-JAX', 'CHI-NYG')
    const admin = ada.api
    const games = await pool.visitor.call('weekGames', { params: { id: 2 } })
    // The games of both hidden picks have begun, so that one pool has a known result where the other has none.
    const begun = games.find(({ home_team_abbr }) => home_team_abbr === 'SEA')!
    await step(
      admin.call('updateGame', {
        params: { id: begun.id },
        body: { status: 'final', home_score: 23, away_score: 19, reason: 'Over' },
      }),
    )
    const codeOf = (request: Promise<unknown>) =>
      step(
        request.then(
          () => 'accepted',
          ({ status, code }: ApiError) => `${status} ${code}`,
        ),
      )
    const body = { entry_id: 1, week_id: 2, team_abbr: 'CHI' }
    asked.push([
      await codeOf(admin.call('overridePick', { body })),
      await codeOf(admin.call('adminDeletePick', { params: { id: pickIdOf(1 as never, 2 as never, 1) }, query: {} })),
      await codeOf(admin.call('randomizePicks', { params: { id: 2 }, body: { overwrite: false } })),
      JSON.stringify(
        await step(
          admin.call('previewCalls', { body: { calls: [{ call: 'overridePick', body: { ...body, reason: 'a call' } }] } }),
        ),
      ),
      await codeOf(admin.call('overridePick', { body: { ...body, entry_id: 4, team_abbr: 'DEN', reason: 'DEN by phone' } })),
    ])
  }
  const first = { pick: 'LAR', change: 'JAX', ranking: ['JAX', 'LAR'] }
  const one = await play({ ...first, pick: 'SEA' }, { beforeLock: handOut })
  const two = await play(first, { beforeLock: handOut })
  expect(asked[1]).toEqual(asked[0])
  expect(asked[0]).toEqual([
    '400 reason_required',
    '400 reason_required',
    '400 reason_required',
    expect.stringContaining('"pick_changes":[]'),
    'accepted',
  ])
  expect(differences(one.others, two.others)).toEqual([])
  expect(two.olga).toEqual(one.olga)
  // The test is effective: everybody reads the line, only Otto, whose entry it is, its reason, and the owner the difference.
  const trails = one.others.responses.filter((text) => text.startsWith('200 /api/audit\n'))
  const readers = (part: string) => trails.map((text) => text.includes(part))
  expect(readers('to a team whose game had begun')).toEqual([true, true, true, true])
  expect(readers('DEN by phone')).toEqual([false, true, false, false])
  expect(two.owner).not.toEqual(one.owner)
})

test('the search for the canary finds a team that is planted into each way out of the server', async () => {
  const planted = await play(
    { pick: 'LAR', change: 'DEN', ranking: ['DEN', 'LAR'] },
    { names: { clubName: 'Seattle Social', suffix: ' of SEA' } },
  )
  expect(waysWithCanary(planted.others)).toEqual(['mails', 'pushes', 'chats', 'live', 'calendars', 'responses'])
  expect(waysWithCanary(planted.olga)).toEqual(['mails', 'pushes'])
  expect(waysWithCanary({ log: [comparableLine({ msg: 'the pick SEA was saved' })] })).toEqual(['log'])
})
