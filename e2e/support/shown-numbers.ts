import { TEAMS } from '@outlast/domain'
import type { Page } from '@playwright/test'
import type { BrowserPool, Person } from '@outlast/testing'
import { expect, type OpenPageOptions, test } from './test.ts'

/** What a number on a screen counts, for example `alive`, `out in week 2` or `picks of KC`. */
type Kind = string

interface ShownNumber {
  readonly kind: Kind
  readonly value: number
  /** The sentence that has it. */
  readonly said: string
}

/** Every sentence of the screens that has numbers of the pool, with what its groups count. A `$1` stands for the first group. */
const SENTENCES: readonly (readonly [RegExp, ...(readonly (Kind | null)[])])[] = [
  [/(\d+)(?: [+−]\d+)? of (\d+) (?:entries )?still alive/g, 'alive', 'still alive of'],
  [/(\d+)(?: [+−]\d+)? of (\d+) in the season/g, 'alive', 'entries'],
  [/(\d+) of (\d+) entries alive/g, 'alive', 'entries'],
  [/\bOf (\d+) alive/g, 'alive'],
  [/\bOf \d+ alive, (\d+) won/g, 'alive and won'],
  [/(\d+) (?:is|are) still undecided/g, 'alive and undecided'],
  [/\bfor each of (\d+) entr(?:y|ies) alive/g, 'alive'],
  [/(\d+) still in ·/g, 'alive'],
  [/(\d+) of (\d+) entr(?:y|ies) still in\b/g, 'alive', 'still alive of'],
  [/(\d+) alive (\d+) picks?\b/g, 'alive', 'picked'],
  [/(\d+) alive (\d+) picked \d+ not picked/g, 'alive', 'picked'],
  [/is over: (\d+) of (\d+) alive/g, 'alive', 'still alive of'],
  [/Who is alive \((\d+)\)/g, 'alive'],
  [/(\d+) games? on\b/g, 'games on'],
  [/(\d+) (?:games? )?to come\b/g, 'games to come'],
  [
    /(\d+) of (\d+) entries went out in week \d+; the other (\d+) are still in/g,
    'out this week',
    'entries of the week',
    'came through',
  ],
  [/\bNobody went out in week \d+: all (\d+) that played it are still in/g, 'came through'],
  [/(\d+) entr(?:y is|ies are) left\b/g, 'alive'],
  [/\bWeek 1 (?:has )?put out (\d+)/g, 'out in week 1'],
  [/\bOut in week 1 (\d+)/g, 'out in week 1'],
  [/\bOut in week 2 (\d+)/g, 'out in week 2'],
  [/(\d+) entr(?:y|ies) without a pick/g, 'without a pick'],
  [/No pick: (\d+) entr/g, 'without a pick'],
  [/No pick \((\d+)\)/g, 'without a pick'],
  [/(\d+) of (\d+) (?:entry has|entries have) picked/g, 'picked', 'entries of the week'],
  [/(\d+) picks? so far of (\d+) entr/g, 'picked', 'entries of the week'],
  [/(\d+) picks? • current/g, 'picked'],
  [/current (\d+) picks?/g, 'picked'],
  [/\$([\d.,]+) in the pot/g, 'in the pot'],
  [/\$([\d.,]+) for (?:each of|the champion)/g, 'share'],
  [/\bTotal (\d+)/g, 'picked'],
  [/\bWins (\d+)/g, 'won'],
  [/\bLosses (\d+)/g, 'lost'],
  [/\bTies (\d+)/g, 'tied'],
  [/\bTBD (\d+)/g, 'undecided'],
  [/(\d+) of your (\d+) entries (?:are|is) still in/g, 'own alive', null],
  [/\bAll (\d+) of your entries are still in/g, 'own alive'],
  ...TEAMS.flatMap(({ abbr, city, name }): [RegExp, Kind][] => [
    [new RegExp(`of (?:the )?(\\d+) left on ${abbr}\\b`, 'g'), `left on ${abbr}`],
    [new RegExp(`${city} ${name} ([\\d.]+)% of picks`, 'g'), `percent on ${abbr}`],
  ]),
  ...TEAMS.flatMap(({ abbr, city, name }) =>
    [`(\\d+) entr(?:y|ies) on ${city} ${name}`, `${abbr} ${city} ${name}, (\\d+) picks?`, `${city} ${name} (\\d+) picks? ,`].map(
      (pattern) => [new RegExp(pattern, 'g'), `picks of ${abbr}`] as const,
    ),
  ),
]

/** The sentence that says how those who are alive fared: its parts add up to its first number. */
const FARED = /\bOf (\d+) alive, ([^.]*)\./g

/** Reads every number of the pool on a page. */
async function numbersOn(page: Page): Promise<readonly ShownNumber[]> {
  const text = (await page.locator('body').innerText()).replace(/\s+/g, ' ')
  const said = SENTENCES.flatMap(([pattern, ...kinds]) =>
    [...text.matchAll(pattern)].flatMap((match) =>
      kinds.flatMap((kind, index) =>
        kind === null ? [] : [{ kind, value: Number(match[index + 1]?.replaceAll(',', '')), said: match[0] }],
      ),
    ),
  )
  const fared = [...text.matchAll(FARED)].map(([sentence, , parts = '']) => ({
    kind: 'alive',
    value: sumOf(parts),
    said: sentence,
  }))
  return [...said, ...fared, ...(await rowsOf(page))]
}

const sumOf = (words: string): number => [...words.matchAll(/\d+/g)].reduce((sum, [number]) => sum + Number(number), 0)

/** Reads the rows of the tables: those that are alive, and how each entry stands. */
async function rowsOf(page: Page): Promise<readonly ShownNumber[]> {
  const rows = await page
    .getByRole('table', { name: /^(Leaderboard|Matrix)$/ })
    .locator('tbody tr')
    .allInnerTexts()
  if (rows.length === 0) return []
  const alive = rows.filter((row) => /\bAlive\b/.test(row)).length
  const lives = rows.flatMap((row) => {
    const found = /(\d+) (?:life|lives) left/.exec(row)
    const name = row
      .trim()
      .split(/\n|\t/)
      .map((part) => part.trim())
      .find((part) => /^\D/.test(part))
    return found === null || name === undefined
      ? []
      : [{ kind: `lives of ${name}`, value: Number(found[1]), said: row.replace(/\s+/g, ' ') }]
  })
  // A champion is marked as such, whether it is alive or fell last.
  const hasChampion = rows.some((row) => /\b(Champion|Won)\b/.test(row))
  return [...(hasChampion ? [] : [{ kind: 'alive', value: alive, said: `${alive} rows that are alive` }]), ...lives]
}

/** The current week. */
interface Week {
  readonly id: number
  readonly number: number
}

/** What the API says of the pool now. */
async function truthOf(pool: BrowserPool, { week, owner }: Moment): Promise<ReadonlyMap<Kind, number>> {
  const api = pool.api()
  const [{ entries }, pot, history, games] = await Promise.all([
    api.call('getMatrix', { query: {} }),
    pool.admin.api.call('getPot', { query: {} }),
    api.call('listHistory'),
    api.call('weekGames', { params: { id: week.id } }),
  ])
  const gamesThatAre = (status: string) => games.filter((game) => game.status === status).length
  const picksOf = async (id: number) => (await api.call('weekReveal', { params: { id } })).picks
  const picks = history.some(({ id, is_locked }) => id === week.id && is_locked) ? await picksOf(week.id) : null
  // The history speaks of the last week that has locked, while the next one is open.
  const locked = history.filter(({ is_locked }) => is_locked).sort((a, b) => b.week_number - a.week_number)
  const lastPicks = locked[0] === undefined ? [] : (picks ?? (await picksOf(locked[0].id)))
  const alive = entries.filter(({ eliminated_week }) => eliminated_week === null)
  // Who joined after the lock and was put out by hand in the same week did not go out in its games.
  const lastBegan = new Set(lastPicks.map(({ entry_id }) => entry_id))
  const outIn = (number: number) =>
    entries.filter(
      ({ id, eliminated_week }) => eliminated_week === number && (number !== locked[0]?.week_number || lastBegan.has(id)),
    ).length
  const withResult = (result: string, ofThose = picks ?? []) => ofThose.filter((pick) => pick.result === result).length
  const own = alive.filter(({ user_name }) => user_name === owner)
  const withoutPick = new Set((picks ?? []).filter(({ no_pick }) => no_pick === true).map(({ entry_id }) => entry_id))
  const began = new Set((picks ?? []).map(({ entry_id }) => entry_id))
  const made = (picks ?? []).filter(({ no_pick }) => no_pick !== true)
  const on = (abbr: string) => made.filter(({ team_abbr }) => team_abbr === abbr)
  const isAlive = new Set(alive.map(({ id }) => id))
  const survivors = lastPicks.filter(({ entry_id }) => isAlive.has(entry_id))
  return new Map([
    ['alive', alive.length],
    ['entries', entries.length],
    ['entries of the week', picks?.length ?? alive.length],
    // Those that joined after the lock are alive too.
    ['entries now', began.size + alive.filter(({ id }) => !began.has(id)).length],
    ['out this week', outIn(week.number)],
    // The week in words speaks of those that began the week.
    [
      'came through',
      began.size - entries.filter(({ id, eliminated_week }) => began.has(id) && eliminated_week === week.number).length,
    ],
    ['out in week 1', outIn(1)],
    ['out in week 2', outIn(2)],
    ['without a pick', withoutPick.size],
    ['picked', history.find(({ id }) => id === week.id)?.pick_count ?? 0],
    ['games on', gamesThatAre('in_progress')],
    ['games to come', gamesThatAre('scheduled')],
    ['in the pot', pot.pot_cents / 100],
    ['share', Math.floor(pot.pot_cents / Math.max(1, pot.sharers)) / 100],
    ['alive and won', withResult('win', survivors)],
    ['alive and undecided', withResult('tbd', survivors)],
    ['won', withResult('win')],
    ['lost', withResult('loss')],
    ['tied', withResult('tie')],
    ['undecided', withResult('tbd')],
    // The hero leaves out those that nothing can save, which is not for the API to say.
    ...(own.some(({ id }) => withoutPick.has(id)) ? [] : [['own alive', own.length] as const]),
    ...TEAMS.map(
      ({ abbr }) => [`percent on ${abbr}`, Math.round((1_000 * on(abbr).length) / Math.max(1, made.length)) / 10] as const,
    ),
    ...TEAMS.map(({ abbr }) => [`left on ${abbr}`, on(abbr).filter(({ entry_id }) => isAlive.has(entry_id)).length] as const),
    ...TEAMS.map(({ abbr }) => [`picks of ${abbr}`, on(abbr).length] as const),
    ...entries.flatMap(({ name, lives_left }) => (lives_left === null ? [] : [[`lives of ${name}`, lives_left] as const])),
  ])
}

const ADDRESSES = {
  dashboard: '/',
  reveal: '/reveal',
  history: '/history',
  'the big screen': '/tv?scene=survivors',
  'the desk': '/admin',
  'the landing page': '/',
} as const
/** The screens of a pool, by name. The history counts all entries of the season; the others those that began the week. */
export type Screens = Readonly<Record<keyof typeof ADDRESSES, Page>>

/** Opens every screen, those of members as a member on a phone. */
export async function openScreens(
  { pool, openPage }: { readonly pool: BrowserPool; readonly openPage: (options?: OpenPageOptions) => Promise<Page> },
  { member, tab = 'leaderboard', prepare }: OpenedScreens,
): Promise<Screens> {
  const open = async (name: keyof typeof ADDRESSES, person?: Person, isPhone = false): Promise<Page> => {
    const page = await openPage(person === undefined ? {} : { as: person })
    if (isPhone) await page.setViewportSize({ width: 390, height: 844 })
    if (isPhone) await prepare?.(page)
    await page.goto(`${ADDRESSES[name]}${name === 'history' ? `?tab=${tab}` : ''}`)
    return page
  }
  return {
    dashboard: await open('dashboard', member, true),
    reveal: await open('reveal', undefined, true),
    history: await open('history', undefined, true),
    'the big screen': await open('the big screen'),
    'the desk': await open('the desk', pool.admin),
    'the landing page': await open('the landing page'),
  }
}

interface OpenedScreens {
  readonly member: Person
  readonly tab?: 'leaderboard' | 'matrix'
  /** Called on a phone's page before it opens. */
  readonly prepare?: (page: Page) => Promise<void>
}

interface Moment {
  /** Says where it is in the test, for example with its seed. */
  readonly name: string
  readonly week: Week
  /** The full name of the member who looks at the dashboard. */
  readonly owner: string
  /** What the screens must show, so that the comparison compares something. */
  readonly shown?: Readonly<Record<string, readonly Kind[]>> | undefined
}

/**
 * Expects that every number on every screen is the API's, and the same on all of them.
 * @returns how many numbers were compared
 */
export async function expectAgreement(pool: BrowserPool, screens: Screens, moment: Moment): Promise<number> {
  return test.step(moment.name, async () => {
    const truth = await truthOf(pool, moment)
    let compared = 0
    for (const [screen, page] of Object.entries(screens)) {
      const expected = new Map(truth)
      expected.set('still alive of', truth.get('entries now') ?? 0)
      const contradictions = async (): Promise<readonly string[]> => {
        const numbers = (await numbersOn(page)).filter(({ kind }) => kind !== 'own alive' || expected.has(kind))
        const missing = moment.shown?.[screen]?.filter((kind) => !numbers.some((number) => number.kind === kind)) ?? []
        const wrong = numbers.filter(({ kind, value }) => expected.get(kind) !== value)
        compared += wrong.length === 0 && missing.length === 0 ? numbers.length : 0
        return [
          ...wrong.map(({ said, kind, value }) => `“${said}” says ${value}, but ${kind}: ${expected.get(kind)}`),
          ...missing.map((kind) => `no number for: ${kind}`),
        ]
      }
      await expect.poll(contradictions, { message: `${moment.name}: ${screen}` }).toEqual([])
    }
    return compared
  })
}
