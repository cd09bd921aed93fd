import type { CallInput } from '@outlast/contract'
import { addMs, type EntryId, type Instant, ROLE_NAMES, SCOPES, slateNumber, type TeamAbbr, TEAMS } from '@outlast/domain'
import { type Api, createTestDatabase, startLocalFeed, type TestDatabase, type TestPool } from '@outlast/testing'
import type { Prepared } from './play.ts'
import { programOf, type Programs, type Reader, READERS } from './readers.ts'
import {
  ABBRS,
  commonTeam,
  EX_PROXY,
  FALLEN_ENTRY,
  FREE_TEAMS,
  GAMES_PER_WEEK,
  hiddenTeams,
  isPlayed,
  OPEN_WEEKS,
  OTHER,
  OWNED,
  PICKED_WEEKS,
  PROXY,
  SEALED,
  SEASON,
  SLATES,
} from './layout.ts'
import { NOW as REAL_NOW, startWorld, type World } from './world.ts'

const WEEKS = [1, 2, 3, 4] as const
/** The week of the league that is played as two slates, where there are any. */
const SLATED_WEEK = 5
/** After the lock of week 1, before that of week 2. */
const NOW = '2030-09-10T00:00:00.000Z' as Instant
const FIRST_SUNDAY_MS = Date.parse('2030-09-08T17:00:00Z')
const WEEK_MS = 7 * 86_400_000

const buyback = { until_week: 4, max_per_entry: 1, fee_cents: 2000 }
const RULES = {
  plain: {},
  automatic: { missed_pick: 'auto', auto_pick: ['my_list', 'alphabetical'], buyback, currency: 'USD' },
  lives: {
    missed_pick: 'auto',
    auto_pick: ['most_picked', 'last_visitor', 'alphabetical'],
    lives: 2,
    cancelled_game: 'loss',
    buyback,
    entry_fee_cents: 2500,
    currency: 'USD',
  },
  votes: { split: { at_most: 5, from_week: 2 } },
  slots: {
    picks_per_week: { picks: 2, from_week: 2 },
    slot_loss: 'each',
    lives: 3,
    missed_pick: 'auto',
    auto_pick: ['most_picked', 'alphabetical'],
  },
  everything: {
    split: { at_most: 5, from_week: 2 },
    wipe_out: { revive_at_most: 2 },
    picks_per_week: { picks: 2, from_week: 2 },
    missed_pick: 'auto',
    auto_pick: ['most_picked', 'alphabetical'],
    tiebreak: ['margin', 'fewest_auto'],
    buyback,
    entry_fee_cents: 2500,
    currency: 'USD',
    prizes: { shares: [70, 30], weekly_cents: 500 },
    pot_public: true,
  },
} satisfies Readonly<Record<string, CallInput<'updateRules'>['body']>>

/** The prepared pools with their feed, to be stopped at the end. */
export interface PreparedPools extends Prepared {
  stop(): Promise<void>
}

/**
 * `automatic`: missed picks become automatic ones, from hidden rankings, and entries can buy back in. `lives`: automatic picks follow
 * from public facts alone, entries have two lives and a fee, and an owner's picks are sealed. `votes`: real time is not overridden, and a
 * vote on sharing is open, in which the owners voted differently. `slots`: an entry has two picks a week, of which only the second differs.
 * `everything`: votes, two picks a week, wipe-outs, a public pot with prizes, and a week that is played as two slates, all at once.
 */
export type Rules = keyof typeof RULES
export const ALL_RULES = Object.keys(RULES) as readonly Rules[]

/** The slates begin on Saturday morning in New York: 5a has the games of Thursday. */
const SECOND_SLATE = '2030-10-05T04:00:00.000Z'
const THURSDAY = '2030-10-04T00:15:00.000Z' as Instant
const THURSDAY_GAMES = 8

/**
 * Prepares two pools that differ only in the teams of hidden picks and rankings, in votes, and in which member picked and voted first.
 * @param createDatabase creates a migrated database on the server on which the worlds' databases will be
 */
export async function preparePools(
  createDatabase: () => Promise<TestDatabase> = createTestDatabase,
  rules: Rules = 'plain',
): Promise<PreparedPools> {
  const feed = await startLocalFeed()
  for (const week of [...WEEKS, SLATED_WEEK]) feed.setGames({ seasonYear: SEASON, week }, gamesOf(week))
  const now = 'split' in RULES[rules] ? NOW : undefined
  const prepare = async (variant: 0 | 1) => {
    const database = await createDatabase()
    const world = await startWorld({ database, feedUrl: feed.url, seed: 'preparation', now })
    const programs = await preparePool(world, variant, rules)
    await world.stop()
    return { database, programs }
  }
  const [one, other] = await Promise.all([prepare(0), prepare(1)])
  const databases = [one.database, other.database] as const
  return {
    databases,
    programs: [one.programs, other.programs],
    feedUrl: feed.url,
    now,
    // A hidden ranking decides the automatic picks of any week.
    hiding: rules === 'automatic' ? OPEN_WEEKS : [...PICKED_WEEKS, ...(rules === 'everything' ? SLATES : [])],
    readers: rules === 'lives' ? [...READERS, 'sealed'] : READERS,
    async stop() {
      await feed.stop()
      await Promise.all(databases.map((database) => database.drop()))
    },
  }
}

const hiddenTeamOf = (week: number, entry: number, variant: 0 | 1) => hiddenTeams(week)[2 * (entry - 2) + variant]

/** A hidden team of a slate: one that another entry has picked in week 2 for 5a, and in week 3 for 5b. */
const hiddenTeamOfSlate = (slate: number, entry: number, variant: 0 | 1) =>
  hiddenTeams(2 + slate)[(2 * (entry - 1) + variant) % hiddenTeams(2).length]
/** What owners pick in both pools alike in the first slot of each slate. */
const FIRST_OF_SLATE = [ABBRS[9], ABBRS[29]]

function teamAt(place: number): TeamAbbr {
  const team = TEAMS[place]
  if (team === undefined) throw new RangeError(`unknown team: ${place}`)
  return team.abbr
}

function gamesOf(week: number) {
  return Array.from({ length: GAMES_PER_WEEK }, (_, i) => {
    const isFinal = isPlayed(week, i)
    return {
      espnId: `${week}-${i}`,
      home: teamAt(2 * i),
      away: teamAt(2 * i + 1),
      kickoff:
        week === SLATED_WEEK && i < THURSDAY_GAMES
          ? THURSDAY
          : (new Date(FIRST_SUNDAY_MS + (week - 1) * WEEK_MS).toISOString() as Instant),
      kickoffKnown: true,
      status: isFinal ? ('final' as const) : ('scheduled' as const),
      homeScore: isFinal ? 21 : null,
      awayScore: isFinal ? 14 : null,
      detail: null,
    }
  })
}

/** @returns the tokens of the admin's programs */
async function preparePool({ pool }: World, variant: 0 | 1, rules: Rules): Promise<Programs> {
  const admin = await pool.register('Ada Admin')
  const members = [await pool.register('Olga Owner'), await pool.register('Otto Owner'), await pool.register('Mia Member')]
  for (const role of ROLE_NAMES) {
    const { id } = await pool.register(`Sam ${role}`)
    await admin.api.call('adminUpdateUser', { params: { id }, body: { roles: [role] } })
  }
  const proxies = [await pool.register('Petra Proxy'), await pool.register('Xaver Proxy')]
  const people = new Map([admin, ...members, ...proxies].map((person) => [person.id, person]))
  const apiOf = (user: number): Api => people.get(user)?.api ?? pool.visitor
  await admin.api.call('setSiteTime', { body: { now_iso: '2030-09-01T00:00:00Z' } })
  for (const week of WEEKS) {
    await admin.api.call('createWeek', { body: { season_year: SEASON, week_number: week } })
    await admin.api.call('syncGames', { body: { season_year: SEASON, week_number: week } })
  }
  if (rules === 'everything') {
    await admin.api.call('createWeek', { body: { season_year: SEASON, week_number: SLATED_WEEK, slates: [SECOND_SLATE] } })
    for (const slate of SLATES.keys())
      await admin.api.call('syncGames', { body: { season_year: SEASON, week_number: slateNumber(SLATED_WEEK, slate) } })
  }
  if (rules !== 'plain') await admin.api.call('updateRules', { body: RULES[rules] })
  const owners = [1, 2, 2, 3, 4]
  for (const [i, owner] of owners.entries()) {
    const api = apiOf(owner)
    const { id } = await api.call('createEntry', { body: { user_id: owner, name: `Entry ${i + 1}` } })
    // Teams at even places are at home, and win week 1.
    await api.call('submitPick', { body: { entry_id: id, week_id: 1, team_abbr: teamAt(2 * i) } })
  }
  if (rules !== 'plain') {
    await apiOf(OTHER).call('createEntry', { body: { user_id: OTHER, name: 'Fallen entry' } })
    const lost = { entry_id: FALLEN_ENTRY as EntryId, week_id: 1, team_abbr: teamAt(1) }
    await apiOf(OTHER).call('submitPick', { body: lost })
    for (const [entry, owner] of OWNED) {
      const teams = hiddenTeams(2 + variant)
      await apiOf(owner).call('setRanking', { params: { id: entry }, body: { teams: [...teams] } })
    }
  }
  await admin.api.call('setSiteTime', { body: { now_iso: 'split' in RULES[rules] ? null : NOW } })
  await admin.api.call('setCurrentWeek', { body: { week_id: 2 } })
  await apiOf(2).call('nameProxy', { params: { id: 2 }, body: { user_id: EX_PROXY, week_id: 4 } })
  const pickerOf = (entry: number, owner: number, week: number): Api => apiOf(entry === 2 && week === 3 ? EX_PROXY : owner)
  const picking = [...OWNED].sort(([a], [b]) => (variant === 0 ? a - b : b - a))
  for (const week of PICKED_WEEKS) {
    for (const [entry, owner] of picking) {
      const place = { entry_id: entry as EntryId, week_id: week }
      // With two picks a week, the first is the same in both pools.
      const teams =
        'picks_per_week' in RULES[rules]
          ? [FREE_TEAMS[2 * (week - 2)], hiddenTeamOf(week, entry, variant)]
          : [hiddenTeamOf(week, entry, variant)]
      for (const [i, team] of teams.entries()) {
        await pickerOf(entry, owner, week).call('submitPick', { body: { ...place, slot: i + 1, team_abbr: team ?? 'KC' } })
      }
    }
    await apiOf(4).call('submitPick', { body: { entry_id: 5, week_id: week, team_abbr: commonTeam(week) } })
  }
  if (rules === 'everything') {
    for (const [slate, week] of SLATES.entries()) {
      for (const [entry, owner] of picking) {
        const place = { entry_id: entry as EntryId, week_id: week }
        const teams = [FIRST_OF_SLATE[slate], hiddenTeamOfSlate(slate, entry, variant)]
        for (const [i, team] of teams.entries()) {
          await apiOf(owner).call('submitPick', { body: { ...place, slot: i + 1, team_abbr: team ?? 'KC' } })
        }
      }
    }
  }
  if ('split' in RULES[rules]) {
    const votes = variant === 0 ? (['share', 'play_on'] as const) : (['play_on', 'share'] as const)
    for (const [entry, owner] of picking) {
      await apiOf(owner).call('castSplitVote', { params: { id: entry }, body: { choice: votes[entry % 2] ?? null } })
    }
  }
  await apiOf(OTHER).call('nameProxy', { params: { id: 5 }, body: { user_id: PROXY, week_id: 4 } })
  await apiOf(EX_PROXY).call('endProxy', { params: { id: 2 } })
  const programs = await programsOf(pool, admin.api, 'split' in RULES[rules] ? NOW : REAL_NOW)
  if (rules === 'lives') {
    await admin.api.call('adminUpdateUser', { params: { id: SEALED }, body: { email: 'sealed@club.example' } })
  }
  return programs
}

/** How long the tokens of the programs are valid. */
const PROGRAMS_MS = 300 * 86_400_000
/** A read for which each scope is needed. For `picks` there is none. */
const FIRST_USES = { read: 'getAccount', picks: undefined, money: 'getTreasurer', games: 'syncStatus' } as const

/** Creates a token of each scope. Its first use of a day is recorded, and happens here. */
async function programsOf(pool: TestPool, admin: Api, now: Instant): Promise<Programs> {
  const ends_at = addMs(now, PROGRAMS_MS)
  const programs = new Map<Reader, string>()
  for (const scope of SCOPES) {
    const { token } = await admin.call('createToken', { body: { name: scope, scopes: [scope], ends_at } })
    const call = FIRST_USES[scope]
    if (call !== undefined) await pool.as(token).call(call)
    programs.set(programOf(scope), token)
  }
  return programs
}
