import { describe, expect, it } from 'vitest'
import {
  deriveSeasonOutcome,
  deriveStanding,
  deriveWipeOuts,
  type EntryRecord,
  lossesToWaive,
  mainContest,
  type SeasonResults,
  type SettledResult,
  type TeamAbbr,
  weekId,
  type WeekId,
} from '../index.ts'

type Results = Readonly<Record<string, SettledResult>>
/** An entry's picks, one a week. A dash is a missed pick, an empty text a week in which it was not. */
type Picks = readonly string[]

const LOST: Results = { KC: 'win', LAC: 'loss', BUF: 'loss', MIA: 'loss', SF: 'win' }

const player = (picks: Picks, more: Partial<EntryRecord> = {}): EntryRecord => ({
  teamsOf: (id) => picks.slice(Number(id) - 1, Number(id)).filter((pick) => /^[A-Z]/.test(pick)) as TeamAbbr[],
  hasMissed: (id) => picks[Number(id) - 1] === '-',
  waivedLosses: [],
  eliminatedByHandIn: null,
  joinedPosition: 1,
  ...more,
})

/** Plays weeks with the given results, and returns who is out since when, the weeks of wipe-outs, and the champions. */
function play(
  players: Readonly<Record<string, EntryRecord>>,
  weeks: readonly Results[],
  rules: { reviveAtMost: number; lives?: number; absent?: readonly number[] },
) {
  const results = {
    contestId: mainContest(2026),
    seasonYear: 2026,
    missedPick: 'eliminated' as const,
    lives: rules.lives ?? 1,
    lateEntryLosses: false,
    tiebreak: ['share'] as const,
    slotLoss: 'one' as const,
    weeks: weeks.map((week, i) => ({
      id: weekId(i + 1),
      weekNumber: i + 1,
      slots: 1,
      results: new Map(Object.entries(week) as [TeamAbbr, SettledResult][]),
      complete: true,
      lockPosition: 100 * (i + 1),
      firstLockPosition: 100 * (i + 1),
      playedLockPosition: null,
      agreement: null,
      ...(i === 1 && rules.absent && { absent: rules.absent }),
    })),
  }
  const names = Object.keys(players)
  const entries = Object.values(players).map((entry, entryId) => ({ entryId, ...entry }))
  const season: SeasonResults = { ...results, wipeOuts: deriveWipeOuts(() => entries, results, rules) }
  const standings = entries.map((entry) => deriveStanding(entry, season))
  const outcome = deriveSeasonOutcome(
    entries.map((entry, i) => ({ ...entry, countAuto: () => 0, standing: standings[i]! })),
    season.weeks,
  )
  return {
    season,
    standings,
    wipeOuts: season.wipeOuts.map(Number),
    out: Object.fromEntries(names.map((name, i) => [name, standings[i]?.status === 'out' ? standings[i].eliminatedWeek : null])),
    champions: outcome.status === 'finished' ? outcome.champions.map((id) => names[id]) : null,
  }
}

describe('docs/rules.md §6.1', () => {
  const four = {
    Ann: player(['KC', 'LAC', 'BUF']),
    Ben: player(['SF', 'BUF', 'MIA']),
    Cleo: player(['KC', 'MIA', 'SF']),
    Dora: player(['LAC']),
  }
  const once = { reviveAtMost: 1 }

  it('brings all back who fell together, and nobody who fell earlier', () => {
    expect(play(four, [LOST, LOST], once)).toMatchObject({
      wipeOuts: [2],
      out: { Ann: null, Ben: null, Cleo: null, Dora: 1 },
      champions: null,
    })
    expect(play(four, [LOST, LOST, LOST], once)).toMatchObject({
      out: { Ann: 3, Ben: 3, Cleo: null, Dora: 1 },
      champions: ['Cleo'],
    })
  })
  it('lets them share the title when they fall together once more than the rule allows', () => {
    const again = { ...LOST, SF: 'loss' } as const
    expect(play(four, [LOST, LOST, again], once)).toMatchObject({ wipeOuts: [2], champions: ['Ann', 'Ben', 'Cleo'] })
    expect(play(four, [LOST, LOST, again], { reviveAtMost: 2 })).toMatchObject({ wipeOuts: [2, 3], champions: null })
  })
  it('is taken back by a corrected score that lets one of them survive', () => {
    const corrected = { ...LOST, BUF: 'win' } as const
    expect(play(four, [LOST, corrected, LOST], once)).toMatchObject({
      wipeOuts: [],
      out: { Ann: 2, Ben: 3, Cleo: 2 },
      champions: ['Ben'],
    })
  })
  it('leaves each of them one life, however many the season began with', () => {
    const two = { Ann: player(['LAC', 'BUF', 'KC']), Ben: player(['BUF', 'MIA', 'SF']) }
    const { standings, wipeOuts } = play(two, [LOST, LOST, LOST], { reviveAtMost: 3, lives: 2 })
    expect(wipeOuts).toEqual([2])
    expect(standings).toEqual([1, 2].map(() => ({ status: 'alive', losses: 2, livesLeft: 1 })))
  })
})

describe('a wipe-out', () => {
  const rule = { reviveAtMost: 5 }

  it('counts missed picks as falls', () => {
    expect(play({ Ann: player(['-']), Ben: player(['LAC']) }, [LOST], rule).wipeOuts).toEqual([1])
  })
  it('needs two entries: a single one that falls wins as the last', () => {
    const { wipeOuts, champions } = play({ Ann: player(['KC', 'LAC']), Ben: player(['LAC']) }, [LOST, LOST], rule)
    expect([wipeOuts, champions]).toEqual([[], ['Ann']])
  })
  it('does not bring back who was put out by hand', () => {
    const three = {
      Ann: player(['LAC']),
      Ben: player(['BUF']),
      Cleo: player(['MIA'], { eliminatedByHandIn: 1 }),
    }
    expect(play(three, [LOST], rule)).toMatchObject({ wipeOuts: [1], out: { Ann: null, Ben: null, Cleo: 1 } })
    const two = { Ann: three.Ann, Cleo: three.Cleo }
    expect(play(two, [LOST], rule)).toMatchObject({ wipeOuts: [], out: { Ann: 1, Cleo: 1 } })
  })
  it('does not depend on entries that came back later or joined after the lock', () => {
    const waived = [{ weekId: 1 as WeekId, team: 'LAC' as TeamAbbr }]
    const players = {
      Ann: player(['KC', 'LAC']),
      Ben: player(['SF', 'BUF']),
      // Out in week 1, so that it had no pick in week 2; an admin took the loss back after that.
      Cleo: player(['LAC', ''], { waivedLosses: waived }),
      Dora: player(['', 'KC'], { joinedPosition: 250 }),
    }
    expect(play(players, [LOST, LOST], rule)).toMatchObject({
      wipeOuts: [2],
      out: { Ann: null, Ben: null, Cleo: null, Dora: null },
    })
  })
  it('does not depend on an entry that was out at the lock with a planned pick, and came back later', () => {
    const players = { Ann: player(['KC', 'LAC']), Ben: player(['SF', 'BUF']), Dora: player(['KC', 'SF']) }
    expect(play(players, [LOST, LOST], { ...rule, absent: [2] }).wipeOuts).toEqual([2])
    expect(play(players, [LOST, LOST], rule).wipeOuts).toEqual([])
  })
  it('stays when the last loss of somebody who came back is waived', () => {
    const players = { Ann: player(['LAC', 'KC']), Ben: player(['BUF', 'MIA']), Cleo: player(['MIA', 'SF']) }
    const { season } = play(players, [LOST, LOST], rule)
    expect(lossesToWaive(players.Ben, season)).toEqual([{ weekId: 2, team: 'MIA' }])
    const waived = { ...players, Ben: { ...players.Ben, waivedLosses: lossesToWaive(players.Ben, season) } }
    expect(play(waived, [LOST, LOST], rule)).toMatchObject({ wipeOuts: [1], out: { Ann: null, Ben: null, Cleo: null } })
  })
  it('lets an admin waive only the losses after the last of several, and none of an entry that has lost nothing since', () => {
    const again = { ...LOST, SF: 'loss' } as const
    const players = {
      Ann: player(['KC', 'LAC', 'BUF', 'MIA']),
      Ben: player(['KC', 'BUF', 'SF', 'KC'], { eliminatedByHandIn: 4 }),
    }
    const { season, out } = play(players, [LOST, LOST, again, LOST], rule)
    expect(season.wipeOuts.map(Number)).toEqual([2, 3])
    expect(out).toEqual({ Ann: 4, Ben: 4 })
    expect(lossesToWaive(players.Ann, season)).toEqual([{ weekId: 4, team: 'MIA' }])
    expect(lossesToWaive(players.Ben, season)).toEqual([])
  })
  it('waits until all games of its week are over', () => {
    const players = { Ann: player(['LAC', 'KC']), Ben: player(['BUF', 'SF']) }
    const { season } = play(players, [LOST], rule)
    const entries = Object.values(players).map((entry, entryId) => ({ entryId, ...entry }))
    const open = { ...season, weeks: season.weeks.map((week) => ({ ...week, complete: false })) }
    expect(deriveWipeOuts(() => entries, season, rule)).toEqual([1])
    expect(deriveWipeOuts(() => entries, open, rule)).toEqual([])
    const both = { ...season, weeks: [...season.weeks, ...open.weeks.map((week) => ({ ...week, id: weekId(2), weekNumber: 2 }))] }
    expect(deriveWipeOuts(() => entries, both, rule)).toEqual([1])
    const reversed = { ...both, weeks: both.weeks.map((week) => ({ ...week, complete: !week.complete })) }
    expect(deriveWipeOuts(() => entries, reversed, rule)).toEqual([])
  })
  it('lets an admin waive all losses of an entry that fell before it', () => {
    const players = { Ann: player(['KC', 'LAC']), Ben: player(['SF', 'BUF']), Cleo: player(['LAC', 'MIA']) }
    const { season, wipeOuts } = play(players, [LOST, LOST], rule)
    expect(wipeOuts).toEqual([2])
    expect(lossesToWaive(players.Cleo, season).map(({ weekId: id }) => id)).toEqual([1, 2])
  })
})
