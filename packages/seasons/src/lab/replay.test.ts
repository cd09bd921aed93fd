import { type FeedGame, instantFromMs, parseTeam, type PoolRules, type TeamAbbr } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import { realSeason } from '../real/real-seasons.ts'
import type { Season } from '../season.ts'
import { clubGames, clubMembers, type ClubSeason } from './club-season.ts'
import { type LabMember, simulatedMembers } from './members.ts'
import { replaySeason } from './replay.ts'

const team = (abbr: string): TeamAbbr => {
  const parsed = parseTeam(abbr)
  if (parsed === undefined) throw new Error(`not a team: ${abbr}`)
  return parsed
}

/** A member who picks these teams by week, and forgets the other weeks. */
const picks = (teams: Readonly<Record<number, string>>): LabMember => ({
  firstWeek: 1,
  decidesOnSunday: false,
  buysBack: true,
  ranking: undefined,
  wishes: (week) => (teams[week] === undefined ? [] : [team(teams[week])]),
})

const FIRST_SUNDAY_MS = Date.parse('2025-09-07T17:00:00Z')
const DAY_MS = 86_400_000

const HOME = ['DAL', 'KC', 'SF', 'GB']
const AWAY = ['NYG', 'LV', 'SEA', 'CHI']

/** A season of four weeks in which the teams at home win, each against another opponent every week. */
const season: Season = {
  seasonYear: 2025,
  weeks: new Map(
    [0, 1, 2, 3].map((week) => [
      week + 1,
      HOME.map((home, index): FeedGame => ({
        espnId: `${week}-${home}`,
        home: team(home),
        away: team(AWAY[(index + week) % AWAY.length] ?? ''),
        kickoff: instantFromMs(FIRST_SUNDAY_MS + week * 7 * DAY_MS),
        kickoffKnown: true,
        status: 'final',
        homeScore: 20,
        awayScore: 10,
        detail: 'Final',
      })),
    ]),
  ),
}

const WINS = { 1: 'DAL', 2: 'KC', 3: 'SF', 4: 'GB' }
const FALLS_IN_2 = { 1: 'KC', 2: 'NYG', 3: 'SF', 4: 'GB' }
const FORGETS_2 = { 1: 'SF', 3: 'KC', 4: 'GB' }

describe('replaySeason', () => {
  const members = [picks(WINS), picks(FALLS_IN_2), picks(FORGETS_2)]

  it.each<[string, Partial<PoolRules>, object]>([
    ['a forgotten pick survives', { preset: 'specification' }, { alive: [3, 2, 2, 2], champions: null, outByMissedPick: 0 }],
    ['a forgotten pick is a loss', { preset: 'classic' }, { alive: [3, 1], champions: 1, outByMissedPick: 1 }],
    ['with two lives', { preset: 'classic', lives: 2 }, { alive: [3, 3, 3, 3], champions: null, outByMissedPick: 0 }],
  ])('%s', (_, rules, expected) => {
    expect(replaySeason(season, rules, members)).toEqual({ entries: 3, ...expected })
  })

  it('counts an entry that bought back in as alive', () => {
    const rules: Partial<PoolRules> = { preset: 'specification', buyback: { untilWeek: 4, maxPerEntry: 1, feeCents: 0 } }
    expect(replaySeason(season, rules, members).alive).toEqual([3, 3, 3, 3])
  })
})

describe('the real seasons', () => {
  it('2022: after BUF at CIN was cancelled in week 17, both survive, or are out under cancelled_game: loss', () => {
    const members = [picks({ 17: 'BUF' }), picks({ 17: 'CIN' }), picks({ 17: 'KC' }), picks({ 17: 'SF' })]
    const alive = (cancelledGame: PoolRules['cancelledGame']) =>
      replaySeason(realSeason(2022), { cancelledGame }, members).alive[16]
    expect([alive('survives'), alive('loss')]).toEqual([4, 2])
  })
})

describe('clubMembers', () => {
  const picked = (teams: Readonly<Record<number, string>>) =>
    Object.entries(teams).map(([week, team]) => ({ weekNumber: Number(week), team }))
  const club: ClubSeason = {
    seasonYear: season.seasonYear,
    weeks: [...season.weeks].map(([weekNumber, games]) => ({
      weekNumber,
      games: games.map((game, index) => ({ ...game, id: 10 * weekNumber + index })),
    })),
    entries: [
      { picks: picked(WINS), outSince: null },
      { picks: picked({ 1: 'KC', 2: 'NYG' }), outSince: 2 },
      { picks: picked({ 3: 'KC', 4: 'SF' }), outSince: null },
    ],
  }

  it('pick what their entries picked, and join with their first pick', () => {
    const { alive, entries } = replaySeason(clubGames(club), { preset: 'specification' }, clubMembers(club))
    expect({ alive, entries }).toEqual({ alive: [2, 1], entries: 2 })
  })

  it('are replaced by simulated members after their entries were out', () => {
    const { alive, entries } = replaySeason(clubGames(club), { preset: 'specification', lives: 3 }, clubMembers(club))
    expect({ alive: alive.slice(0, 3), entries, weeks: alive.length }).toEqual({ alive: [2, 2, 3], entries: 3, weeks: 4 })
  })
})

it('simulatedMembers behave alike in every replay', () => {
  const real = realSeason(2025)
  const once = replaySeason(real, { preset: 'classic' }, simulatedMembers(real, 50))
  expect(replaySeason(real, { preset: 'classic' }, simulatedMembers(real, 50))).toEqual(once)
})
