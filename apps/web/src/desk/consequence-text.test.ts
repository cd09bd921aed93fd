import { describe, expect, it } from 'vitest'
import { consequenceLines, hasConsequences } from './consequence-text.ts'
import { named, nothing } from './test-support.ts'

const linesOf = (changes: Partial<typeof nothing>) => consequenceLines({ ...nothing, ...changes })
const pickChange = (changes: object) => ({
  entry: { id: 1, name: 'Lucky' },
  week_number: 3,
  from_team_abbr: 'KC',
  to_team_abbr: 'DAL',
  game: { status: 'final' as const, score: 27, opponent_score: 20 },
  ...changes,
})

describe('what would change, in words', () => {
  it('is nothing when nothing changes for anybody', () => {
    expect(hasConsequences(nothing)).toBe(false)
    // The first week of a pool becomes the current one.
    const first = { id: 1, season_year: 2031, week_number: 1 }
    expect(hasConsequences({ ...nothing, current_week: { before: null, after: first } })).toBe(false)
  })
  it('tells an admin what is known of the game of an override’s new team', () => {
    const game = (
      status: 'scheduled' | 'in_progress' | 'final' | 'postponed',
      score: number | null,
      opponent_score: number | null,
    ) => linesOf({ pick_changes: [pickChange({ game: { status, score, opponent_score } })] })[0]
    expect(game('final', 27, 20)).toBe('Lucky, week 3: KC → DAL, which has already won 27–20.')
    expect(game('final', 20, 27)).toBe('Lucky, week 3: KC → DAL, which has already lost 20–27.')
    expect(game('final', 20, 20)).toBe('Lucky, week 3: KC → DAL, which has already tied 20–20.')
    expect(game('in_progress', 3, 0)).toBe('Lucky, week 3: KC → DAL, which is leading 3–0.')
    expect(game('scheduled', null, null)).toBe('Lucky, week 3: KC → DAL, which has not played yet.')
    const begun = { status: 'scheduled' as const, has_begun: true as const, score: null, opponent_score: null }
    expect(linesOf({ pick_changes: [pickChange({ from_team_abbr: null, from_hidden: true, game: begun })] })).toEqual([
      'Lucky, week 3: hidden pick → DAL, whose game has begun.',
    ])
    expect(game('postponed', null, null)).toBe('Lucky, week 3: KC → DAL, whose game is postponed.')
    expect(linesOf({ pick_changes: [pickChange({ from_team_abbr: null, game: null })] })).toEqual([
      'Lucky, week 3: no pick → DAL.',
    ])
    expect(linesOf({ pick_changes: [pickChange({ to_team_abbr: null, game: null })] })).toEqual([
      'Lucky, week 3: KC is deleted, and there is no pick.',
    ])
    expect(linesOf({ pick_changes: [pickChange({ to_team_abbr: null, picks_left: 1, game: null })] })).toEqual([
      'Lucky, week 3: KC is deleted, and there is 1 pick left.',
    ])
    expect(linesOf({ pick_changes: Array.from({ length: 88 }, () => pickChange({})) })).toEqual(['88 picks change.'])
  })
  it('says from whom a sole champion takes the title', () => {
    const five = named(1, 2, 3, 4, 5)
    expect(linesOf({ champions_before: five, champions_after: named(9) })).toEqual([
      'Entry 9 becomes the sole champion.',
      '5 entries lose the title: Entry 1, Entry 2, Entry 3, Entry 4, Entry 5.',
    ])
    expect(linesOf({ champions_before: five, champions_after: named(1) })).toEqual([
      'Entry 1 becomes the sole champion.',
      '4 entries lose the title: Entry 2, Entry 3, Entry 4, Entry 5.',
    ])
    expect(linesOf({ champions_after: named(1) })).toEqual(['Entry 1 becomes champion.'])
    expect(linesOf({ champions_before: named(1), champions_after: named(1, 2) })).toEqual(['Entry 1, Entry 2 share the title.'])
    expect(linesOf({ champions_before: named(1) })).toEqual(['The season goes on: Entry 1 is not champion any more.'])
  })
  it('says what another season on the screens means for its champion and for who plays', () => {
    const champion = { season_year: 2031, champions: named(1), until: null }
    const [old, next] = [
      { season_year: 2031, celebrated: champion },
      { season_year: 2032, celebrated: { ...champion, until: '2032-08-29T16:00:00.000Z' } },
    ]
    const joining = { season_year: 2032, joined: 2, asked: 1 }
    expect(linesOf({ turn: { before: old, after: next, joining } })).toEqual([
      'The 2031 season leaves the dashboard, the reveal and the big screen, and stays under History.',
      '2 of 3 entries are in. 1 entry has not answered.',
      'Those that have not answered do not play until they are renewed.',
      'The champion of 2031, Entry 1, stays on the screens until Sun, Aug 29.',
    ])
    expect(linesOf({ turn: { before: old, after: old, joining } })).toEqual([
      '1 entry is asked “Same again?”. Each plays 2032 only once its owner or an admin renews it.',
    ])
    const without = { season_year: 2032, celebrated: null }
    expect(linesOf({ turn: { before: next, after: without, joining } })).toEqual([
      'The champion of 2031, Entry 1, leaves the screens at once.',
    ])
    expect(linesOf({ turn: { before: without, after: next, joining } })).toEqual([
      'The champion of 2031, Entry 1, is back on the screens until Sun, Aug 29.',
    ])
  })
  it('says which titles are lost or go to others', () => {
    const week = { id: 1, season_year: 2031, week_number: 1 }
    const gone = { season_year: null, celebrated: null }
    const champion = { season_year: 2031, champions: named(1, 2), until: null }
    expect(
      linesOf({
        champions_before: named(1, 2),
        current_week: { before: week, after: null },
        turn: { before: { season_year: 2031, celebrated: champion }, after: gone, joining: null },
        former_titles: [{ season_year: 2030, before: named(3), after: null }],
      }),
    ).toEqual([
      'There is no current week any more.',
      'The title of 2031 is lost: Entry 1, Entry 2.',
      'The title of 2030 is lost: Entry 3.',
      'The champions of 2031, Entry 1, Entry 2, leave the screens at once.',
    ])
    expect(linesOf({ former_titles: [{ season_year: 2030, before: named(3), after: named(4) }] })).toEqual([
      'Entry 4 is champion of 2030 instead of Entry 3.',
    ])
  })
  it('says how many picks and results a week is about', () => {
    expect(linesOf({ reopens: [1], reopened_games: { over: 14, playing: 0 } })).toEqual([
      'A locked week reopens: its picks are hidden again and can be changed.',
      '14 games are over: members could pick knowing the results.',
    ])
    expect(linesOf({ reopened_games: { over: 1, playing: 2 } })).toEqual([
      '1 game is over, 2 are being played: members could pick knowing the results.',
    ])
    expect(linesOf({ deleted_weeks: [1], lost_picks: 1 })).toEqual(['1 pick is lost.'])
    expect(linesOf({ unfinished_note: 'BUF at MIA has not started.' })).toEqual(['BUF at MIA has not started.'])
    expect(linesOf({ locks: [{ week_id: 1, without_pick: 2 }], out_without_pick: named(1, 2) })).toEqual([
      'A week locks at once: everybody sees its picks, and nobody can pick any more. 2 entries without a pick.',
      '2 entries go out without a pick when the games are over: Entry 1, Entry 2.',
    ])
  })
  it('says when a lock comes near who could miss it', () => {
    const near = (...missing: readonly number[]) =>
      linesOf({ near_locks: [{ week_id: 1, lock_time: '2031-09-07T16:00:00.000Z', missing: named(...missing) }] })
    const time = 'The lock moves to Sun, Sep 7, 12:00 PM ET.'
    expect(near(1, 2)).toEqual([`${time} After it 2 entries without a pick can pick no more: Entry 1, Entry 2.`])
    expect(near()).toEqual([`${time} Every entry has picked.`])
  })
  it('says once what happens to several weeks', () => {
    const locks = (...without: readonly number[]) => without.map((without_pick, i) => ({ week_id: i + 1, without_pick }))
    expect(linesOf({ locks: locks(0, 0, 0), reopens: [1, 2], unmasks: [1, 2] })).toEqual([
      '3 weeks lock at once: everybody sees their picks, and nobody can pick any more. No pick is missing.',
      '2 locked weeks reopen: their picks are hidden again and can be changed.',
      'Admins see the hidden picks of 2 weeks before they lock.',
    ])
    expect(linesOf({ locks: locks(2, 1) })[0]).toMatch(/^2 weeks lock .* 3 picks are missing\.$/)
  })
  it('says what everybody sees after another week or another time was set, and who may do what', () => {
    const week = (week_number: number) => ({ id: week_number, season_year: 2031, week_number })
    expect(linesOf({ current_week: { before: week(2), after: week(3) } })).toEqual([
      'Everybody’s pages show week 3 of 2031 instead of week 2 of 2031.',
    ])
    const at = '2031-09-07T19:30:00.000Z'
    expect(linesOf({ site_time: { before: null, after: { at, running: true } } })[0]).toMatch(
      /^Everybody’s pages show .*3:30 PM.*, and the clock runs on\.$/,
    )
    expect(linesOf({ site_time: { before: { at, running: false }, after: null } })).toEqual([
      'Everybody’s pages show real time again.',
    ])
    expect(linesOf({ admins_added: [2] })[0]).toMatch(/^1 member becomes admin: /)
    expect(linesOf({ admins_removed: [2] })).toEqual(['1 admin loses the admin’s rights.'])
  })
  it('names the person of each entry where the page knows them', () => {
    expect(consequenceLines({ ...nothing, out: named(1) }, ({ name }) => `Ann Archer · ${name}`)).toEqual([
      '1 entry goes out: Ann Archer · Entry 1.',
    ])
  })
})
