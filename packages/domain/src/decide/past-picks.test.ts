import { describe, expect, it, vi } from 'vitest'
import { nonceOf } from '../../tests/hashing.ts'
import { ADMIN, admin, at, given, member, type CommandStep, user, by } from '../../tests/specification.ts'
import { addWeek, AFTER_1, AFTER_2, createEntry, final, game, override, pick, pool, sync, timer } from '../../tests/pool.ts'
import {
  mainContest,
  entryId,
  entryStanding,
  parseSlot,
  pickIdOf,
  previewPastPicks,
  seasonResults,
  visibleTo,
  weekId,
} from '../index.ts'

type Row = readonly [entry: number, week: number, team: string]

const toPicks = (rows: readonly Row[]) =>
  rows.map(([entry, week, team], index) => ({
    entryId: entryId(entry),
    weekId: weekId(week),
    team,
    nonce: nonceOf(index + 10),
  }))
const importPicks = (rows: readonly Row[], reason = 'From our spreadsheet'): CommandStep =>
  at(AFTER_2, admin('ImportPicks', { picks: toPicks(rows), reason }))
const weeksLocked = [...pool, timer(AFTER_2)]
const auto = admin('ChangeRules', { rules: { missedPick: 'auto', autoPick: ['alphabetical'], maxAutoPicks: 18 } })

describe('ImportPicks', () => {
  it('records an override with the reason for each pick of a locked week', () => {
    given(...weeksLocked)
      .when(
        importPicks([
          [1, 1, 'BUF'],
          [1, 2, 'was'],
          [2, 1, 'BUF'],
        ]),
      )
      .thenEvents(
        ['PickOverridden', { entryId: 1, weekId: 1, team: 'BUF', source: 'override' }],
        ['PickOverridden', { entryId: 1, weekId: 2, team: 'WSH' }],
        ['PickOverridden', { entryId: 2, weekId: 1, team: 'BUF' }],
      )
      .thenReply({ outcomes: [{ status: 'new' }, { status: 'new' }, { status: 'new' }] })
  })

  it('decides who is out like any pick: a loss eliminates, and an entry that had missed the week comes back', () => {
    const strict = admin('ChangeRules', { rules: { missedPick: 'eliminated' } })
    const games = sync(1, final('BUF-MIA', 21, 3), final('KC-LAC', 3, 21))
    const history = [...pool, strict, timer(AFTER_1), games]
    const standings = (...more: readonly CommandStep[]) => {
      const state = given(...history, ...more).state()
      const season = seasonResults(state, mainContest(2025))
      return [...state.entries.values()].map((entry) => entryStanding(state, entry, season))
    }
    expect(standings()).toMatchObject([{ cause: 'missed' }, { cause: 'missed' }])
    expect(
      standings(
        importPicks([
          [1, 1, 'BUF'],
          [2, 1, 'KC'],
        ]),
      ),
    ).toMatchObject([{ status: 'alive' }, { status: 'out', cause: 'loss', team: 'KC', eliminatedWeek: 1 }])
  })

  it('leaves picks alone that somebody made, and repeats nothing', () => {
    given(...pool, pick(1, 'BUF'), timer(AFTER_2), override(2, 1, 'MIA', 'Sent by mail'))
      .when(
        importPicks([
          [1, 1, 'KC'],
          [2, 1, 'MIA'],
          [2, 2, 'KC'],
        ]),
      )
      .thenEvents(['PickOverridden', { entryId: 2, weekId: 2, team: 'KC' }])
      .thenReply({ outcomes: [{ status: 'differs', team: 'BUF' }, { status: 'exists' }, { status: 'new' }] })
  })

  it('adds nothing to a week that has not locked', () => {
    given(...pool, timer(AFTER_1))
      .when(at(AFTER_1, admin('ImportPicks', { picks: toPicks([[1, 2, 'BUF']]), reason: 'History' })))
      .thenEvents()
      .thenReply({ outcomes: [{ status: 'open' }] })
  })

  it('refuses single picks with the reason, and records the others', () => {
    const games = sync(1, game('BUF-MIA'))
    given(...weeksLocked, games)
      .when(
        importPicks([
          [1, 1, 'KC'],
          [1, 2, 'XXX'],
          [9, 1, 'BUF'],
          [1, 9, 'BUF'],
          [2, 1, 'BUF'],
        ]),
      )
      .thenEvents(['PickOverridden', { entryId: 2, weekId: 1, team: 'BUF' }])
      .thenReply({
        outcomes: [
          { status: 'refused', code: 'team_on_bye', details: { team: 'KC' } },
          { status: 'refused', code: 'unknown_team', details: { team: 'XXX' } },
          { status: 'refused', code: 'entry_not_found', details: {} },
          { status: 'refused', code: 'week_not_found', details: {} },
          { status: 'new' },
        ],
      })
  })

  it('uses no team twice: neither within the list, nor with the picks that stay', () => {
    given(...pool, pick(1, 'BUF'), timer(AFTER_2))
      .when(
        importPicks([
          [1, 2, 'BUF'],
          [2, 1, 'MIA'],
          [2, 2, 'MIA'],
        ]),
      )
      .thenEvents(['PickOverridden', { entryId: 2, weekId: 1, team: 'MIA' }])
      .thenReply({
        outcomes: [
          { status: 'refused', code: 'team_used', details: { team: 'BUF', week: 1 } },
          { status: 'new' },
          { status: 'refused', code: 'team_used', details: { team: 'MIA', week: 1 } },
        ],
      })
  })

  it('replaces automatic picks, also by the teams that they used', () => {
    // Without games, the weeks assign ARI and then ATL to both entries.
    given(...pool, auto, timer(AFTER_2))
      .when(
        importPicks([
          [1, 1, 'ATL'],
          [1, 2, 'ARI'],
          [2, 1, 'ATL'],
        ]),
      )
      .thenEvents(
        ['PickOverridden', { entryId: 1, weekId: 1, team: 'ATL' }],
        ['PickOverridden', { entryId: 1, weekId: 2, team: 'ARI' }],
      )
      .thenReply({
        outcomes: [
          { status: 'new' },
          { status: 'new' },
          { status: 'refused', code: 'team_used', details: { team: 'ATL', week: 2 } },
        ],
      })
  })

  it('keeps an automatic pick whose team the list has, in whatever order', () => {
    const two = admin('ChangeRules', { rules: { missedPick: 'auto', picksPerWeek: { picks: 2, fromWeek: 1 } } })
    const importing = (...teams: readonly string[]) =>
      given(...pool, two, auto, timer(AFTER_2)).when(importPicks(teams.map((team) => [1, 1, team] as const)))
    // Without games, the week assigns ARI and ATL.
    importing('ARI', 'KC')
      .thenEvents(['PickOverridden', { pickId: pickIdOf(entryId(1), weekId(1), parseSlot(2)!), team: 'KC' }])
      .thenReply({ outcomes: [{ status: 'exists' }, { status: 'new' }] })
    importing('KC', 'ari')
      .thenEvents(['PickOverridden', { pickId: pickIdOf(entryId(1), weekId(1), parseSlot(2)!), team: 'KC' }])
      .thenReply({ outcomes: [{ status: 'new' }, { status: 'exists' }] })
    importing('ATL', 'ARI', 'KC')
      .thenEvents()
      .thenReply({ outcomes: [{ status: 'exists' }, { status: 'exists' }, { status: 'differs', team: 'ARI' }] })
  })

  it('refuses a team that is hidden in an open week without naming it, and puts the attempt on record', () => {
    given(...pool, timer(AFTER_1), at(AFTER_1, pick(2, 'BUF')))
      .when(
        at(
          AFTER_1,
          admin('ImportPicks', {
            picks: toPicks([
              [1, 1, 'BUF'],
              [2, 1, 'KC'],
            ]),
            reason: 'History',
          }),
        ),
      )
      .thenEvents(['OverrideRefused', { entryId: 1, weekId: 1 }], ['PickOverridden', { entryId: 2, weekId: 1, team: 'KC' }])
      .thenReply({ outcomes: [{ status: 'refused', code: 'team_used', details: { team: 'BUF' } }, { status: 'new' }] })
  })

  it('names the open week of an admin’s own entry', () => {
    const own = [createEntry(ADMIN, 'Mine'), timer(AFTER_1)]
    const ownPick = at(
      AFTER_1,
      by(user(ADMIN), member('SubmitPick', { entryId: entryId(3), weekId: weekId(2), team: 'BUF', nonce: nonceOf(1) })),
    )
    given(...pool, ...own, ownPick)
      .when(at(AFTER_1, admin('ImportPicks', { picks: toPicks([[3, 1, 'BUF']]), reason: 'History' })))
      .thenEvents()
      .thenReply({ outcomes: [{ status: 'refused', code: 'team_used', details: { team: 'BUF', week: 2 } }] })
  })

  it('rejects everybody but admins, and an import without a reason', () => {
    given(...weeksLocked)
      .when(at(AFTER_2, member('ImportPicks', { picks: toPicks([[1, 1, 'BUF']]), reason: 'History' })))
      .thenRejected('forbidden')
    given(...weeksLocked)
      .when(importPicks([[1, 1, 'BUF']], ''))
      .thenRejected('reason_required')
  })
})

describe('previewPastPicks', () => {
  it('says the same whatever team is hidden in an open week', () => {
    const rows = toPicks([
      [1, 1, 'BUF'],
      [1, 2, 'KC'],
      [2, 1, 'KC'],
    ])
    const previews = ['BUF', 'KC'].map((hidden) => {
      const { state } = given(...pool, addWeek(2025, 3), timer(AFTER_1), at(AFTER_1, pick(2, hidden)))
      return previewPastPicks(visibleTo(state(), user(ADMIN)), rows)
    })
    expect(previews[0]).toEqual([{ status: 'new' }, { status: 'open' }, { status: 'new' }])
    expect(previews[1]).toEqual(previews[0])
  })
  it('takes twice as long for twice as many entries, also if it refuses half of the list', () => {
    const lookups = [20, 40].map((count) => {
      const entries = Array.from({ length: count }, (_, i) => createEntry(2, `More ${i}`))
      const seen = visibleTo(given(...pool, ...entries, timer(AFTER_2)).state(), user(ADMIN))
      const get = vi.spyOn(seen.contests, 'get')
      const rows = entries.flatMap((_, i) => [[i + 3, 1, 'BUF'] as const, [i + 3, 2, 'BUF'] as const])
      expect(previewPastPicks(seen, toPicks(rows)).filter(({ status }) => status === 'refused')).toHaveLength(count)
      return get.mock.calls.length
    })
    expect(lookups[1]).toBeLessThanOrEqual(2 * lookups[0]!)
  })
})
