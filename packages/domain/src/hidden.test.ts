import { pickAt, picksOf } from './state/entry-picks.ts'
import { describe, expect, it } from 'vitest'
import { hashing, nonceOf } from '../tests/hashing.ts'
import { addWeek, AFTER_1, createEntry, final, game, LOCK_1, LOCK_2, override, pick, pool, sync, timer } from '../tests/pool.ts'
import { ADMIN, admin, at, by, given, type HistoryItem, MEMBER, member, OTHER, time, user } from '../tests/specification.ts'
import {
  mainContest,
  type CommandEnvelope,
  consequencesOf,
  entryId,
  type PoolState,
  previewCommands,
  rehearseCommands,
  RuleViolation,
  seasonResults,
  TEAMS,
  type VisiblePool,
  visibleTo,
  weekId,
  weeksWithHiddenPicks,
} from './index.ts'

// Week 1 has locked, weeks 2 and 3 are open. Entry 1 is the member's, entry 2 another member's, entry 3 the admin's own.
const open: readonly HistoryItem[] = [
  ...pool,
  addWeek(2025, 3),
  createEntry(ADMIN, 'Mine'),
  pick(1, 'DAL'),
  by(user(OTHER), pick(1, 'DAL', 2)),
  by(user(ADMIN), pick(1, 'DAL', 3)),
  timer(AFTER_1),
]
const auto = (...autoPick: readonly string[]) =>
  admin('ChangeRules', { rules: { missedPick: 'auto', autoPick: autoPick as never, maxAutoPicks: 18 } })
const rank = (...teams: readonly string[]) => at(AFTER_1, member('SetRanking', { entryId: 1, teams, nonce: nonceOf(3) }))
const plan = (weekNumber: number, team: string) => at(AFTER_1, pick(weekNumber, team))
const onlyTeam = (week: number, team: string) =>
  admin('SetIneligibleTeams', { weekId: week, teams: TEAMS.map(({ abbr }) => abbr).filter((abbr) => abbr !== team) })

/** Kickoffs of week 2, so that its automatic lock stays where it is. */
const SUNDAY_2 = { kickoff: '2025-09-14T17:00:00.000Z' }
const onThursday = time('2025-09-11T12:00:00Z')

/** What a preview of these calls answers to the admin: their consequences, or why they are refused. */
function previewFor(history: readonly HistoryItem[], ...calls: readonly { readonly command: CommandEnvelope['command'] }[]) {
  const state = given(...history).state()
  const commands = calls.map(({ command }) => ({ command, actor: user(ADMIN) }))
  try {
    return previewCommands(visibleTo(state, user(ADMIN)), commands, onThursday, hashing)
  } catch (error) {
    if (error instanceof RuleViolation) return error.code
    throw error
  }
}

describe('a preview answers the same whatever is hidden', () => {
  it('when Set All to Final, a reinstatement and an undo of it are chained: whether the hidden pick lost stays unknown', () => {
    const scores = at(AFTER_1, sync(2, final('KC-LAC', 7, 3, SUNDAY_2), final('BUF-MIA', 7, 3, SUNDAY_2)))
    const answers = ['KC', 'LAC'].flatMap((hidden) =>
      [0, 1, 2, 3, 4, 5, 6].map((ahead) => {
        const history = [...open, plan(2, hidden), scores]
        const head = given(...history).state().position
        const undo = admin('UndoAction', { position: head + ahead, nonce: nonceOf(9) })
        return previewFor(
          history,
          admin('FinalizeScores', { weekId: 2 }),
          admin('AmendEntry', { entryId: 1, isEliminated: false }),
          undo,
        )
      }),
    )
    expect(answers.slice(0, 7)).toEqual(answers.slice(7))
  })
  it('when a week is locked with one team left and that team is overridden in another week: no ranking is read', () => {
    const lock = admin('SetLockTime', { weekId: 3, lockTime: '2025-09-01T00:00:00.000Z' })
    const answers = [['KC'], ['LAC', 'KC'], []].map((teams) =>
      ['KC', 'LAC'].map((team) =>
        previewFor(
          [...open.slice(0, 3), auto('my_list'), ...open.slice(3), rank(...teams)],
          onlyTeam(3, team),
          lock,
          override(1, 1, team, 'a call'),
        ),
      ),
    )
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })
  it('when a week locks with one team left and automatic picks follow: no hidden pick of another week is read', () => {
    const answers = ['KC', 'LAC'].map((hidden) =>
      previewFor(
        [...open.slice(0, 3), auto('alphabetical'), ...open.slice(3), plan(2, hidden)],
        onlyTeam(3, 'KC'),
        admin('SetLockTime', { weekId: 3, lockTime: '2025-09-01T00:00:00.000Z' }),
        override(1, 1, 'KC', 'a call'),
      ),
    )
    expect(answers[1]).toEqual(answers[0])
  })
  it('when an override names a team that is hidden in another week: only what is really sent is refused, on record', () => {
    const answers = ['KC', 'LAC'].map((hidden) => previewFor([...open, plan(2, hidden)], override(1, 1, 'KC', 'a call')))
    expect(answers[1]).toEqual(answers[0])
    expect(answers[0]).not.toBe('team_used')
    given(...open, plan(2, 'KC'))
      .when(at(AFTER_1, override(1, 1, 'KC', 'a call')))
      .thenRejected('team_used')
      .thenRecorded(['OverrideRefused', { entryId: 1, weekId: 1 }])
  })
})

describe('a preview of an override before the lock', () => {
  const wednesday = { kickoff: '2025-09-10T17:00:00.000Z' }
  const games = at(AFTER_1, sync(2, game('KC-LAC', wednesday), game('GB-DET', SUNDAY_2)))
  const played = at('2025-09-11T00:00:00Z', sync(2, final('KC-LAC', 23, 19, wednesday), game('GB-DET', SUNDAY_2)))

  it('says what is known of the new team and, of a hidden pick, only that it is replaced', () => {
    const pickChanges = ['KC', 'GB'].map((hidden) => {
      const found = previewFor([...open, games, plan(2, hidden), played], override(1, 2, 'LAC', 'a call'))
      return typeof found === 'string' ? found : found.pickChanges
    })
    expect(pickChanges[1]).toEqual(pickChanges[0])
    expect(pickChanges[0]).toEqual([
      {
        entryId: 1,
        weekNumber: 2,
        from: null,
        isFromHidden: true,
        to: 'LAC',
        game: { status: 'final', score: 19, opponentScore: 23 },
      },
    ])
    expect(previewFor([...open, games, played], override(1, 2, 'KC', 'a call'))).toMatchObject({
      pickChanges: [{ from: null, to: 'KC', game: { status: 'final', score: 23, opponentScore: 19 } }],
    })
  })
  it('says that a game has begun which the scoreboard still calls scheduled', () => {
    expect(previewFor([...open, games], override(1, 2, 'KC', 'a call'))).toMatchObject({
      pickChanges: [{ to: 'KC', game: { status: 'scheduled', hasBegun: true } }],
    })
  })
  it('says nothing of a team that plays later', () => {
    expect(previewFor([...open, games, played], override(1, 2, 'GB'))).toMatchObject({ pickChanges: [] })
  })
  it('needs a reason alike, whatever the hidden pick', () => {
    const answers = ['KC', 'GB'].map((hidden) => previewFor([...open, games, plan(2, hidden), played], override(1, 2, 'DET')))
    expect(answers).toEqual(['reason_required', 'reason_required'])
  })
})

describe('an automatic pick', () => {
  const locked = at(LOCK_1, admin('SetLockTime', { weekId: 3, lockTime: '2025-09-07T16:00:00.000Z' }))
  it('does not depend on a pick that is hidden in another open week', () => {
    for (const hidden of ['KC', 'LAC']) {
      given(...open.slice(0, 3), auto('alphabetical'), ...open.slice(3), plan(2, hidden), onlyTeam(3, 'KC'))
        .when(locked)
        .thenEvents(
          ['LockTimeChanged'],
          ['PickAssigned', { entryId: 1, team: 'KC' }],
          ['PickAssigned', { entryId: 2, team: 'KC' }],
          ['PickAssigned', { entryId: 3, team: 'KC' }],
          ['WeekLocked'],
        )
    }
  })
  it('passes over the teams of locked weeks', () => {
    given(...open.slice(0, 3), auto('alphabetical'), ...open.slice(3), onlyTeam(3, 'DAL'))
      .when(locked)
      .thenEvents(['LockTimeChanged'], ['WeekLocked', { missed: [1, 2, 3] }])
  })
})

describe('what an admin may know', () => {
  const secrets = [...open, plan(2, 'KC'), at(AFTER_1, by(user(ADMIN), pick(2, 'SF', 3))), rank('LAC', 'BUF')]
  const entriesIn = (known: PoolState) => JSON.stringify([...known.entries.values()])

  it('contains that an entry has picked, and no team, nonce, version or ranking of it', () => {
    const state = given(...secrets).state()
    const known = visibleTo(state, user(ADMIN))
    const picks = picksOf(known.entries.get(entryId(1)), weekId(2))
    expect(picks).toHaveLength(1)
    for (const secret of ['KC', 'LAC', 'BUF']) expect(entriesIn(known)).not.toContain(secret)
    expect(entriesIn(state)).toContain('KC')
    expect(weeksWithHiddenPicks(known).map(({ weekNumber }) => weekNumber)).toEqual([2])
  })
  it('contains the picks of locked weeks and the admin’s own', () => {
    const known = visibleTo(given(...secrets).state(), user(ADMIN))
    expect(pickAt(known.entries.get(entryId(1)), weekId(1), 1)?.team).toBe('DAL')
    expect(pickAt(known.entries.get(entryId(3)), weekId(2), 1)?.team).toBe('SF')
  })
  it('contains the teams of an unmasked week for admins, and for nobody else', () => {
    const state = given(...secrets, at(AFTER_1, admin('UnmaskPicks', { weekId: 2, reason: 'a dispute' }))).state()
    const teamFor = (reader: number) => pickAt(visibleTo(state, user(reader)).entries.get(entryId(1)), weekId(2), 1)?.team
    expect(teamFor(ADMIN)).toBe('KC')
    expect(teamFor(OTHER)).not.toBe('KC')
    expect(teamFor(MEMBER)).toBe('KC')
  })
  it('does not contain the reader’s own picks while they are sealed', () => {
    const sealed = at(AFTER_1, admin('ChangeProfile', { userId: MEMBER, fields: ['email'], emailTaken: false }))
    const known = visibleTo(given(...secrets, sealed).state(), user(MEMBER))
    expect(entriesIn(known)).not.toContain('KC')
    expect(known.seals.isEmpty()).toBe(true)
  })
  it('does not contain the team that an override of an open week replaced', () => {
    const state = given(...open, plan(2, 'KC'), at(AFTER_1, override(1, 2, 'LAC'))).state()
    expect(state.lastAction).toMatchObject({ kind: 'override', earlierTeam: 'KC' })
    const { lastAction } = visibleTo(state, user(ADMIN))
    expect(lastAction?.kind).toBe('override')
    expect(JSON.stringify(lastAction)).not.toContain('KC')
  })
  it('leaves a hidden pick neither lost nor missed when its week is rehearsed', () => {
    const history = [...open, plan(2, 'LAC'), at(AFTER_1, sync(2, final('KC-LAC', 7, 3, SUNDAY_2)))]
    const visible = visibleTo(given(...history).state(), user(ADMIN))
    const { after, recorded } = rehearseCommands(
      visible,
      [{ command: admin('FinalizeScores', { weekId: 2 }).command, actor: user(ADMIN) }],
      onThursday,
      hashing,
    )
    expect(recorded.find(({ type }) => type === 'WeekLocked')?.data).toMatchObject({ missed: [2, 3] })
    expect(seasonResults(after, mainContest(2025)).weeks.find(({ id }) => id === weekId(2))?.complete).toBe(true)
    expect(after.entries.get(entryId(1))?.missedWeeks).toEqual([])
  })
})

it('the compiler refuses a preview of the whole pool', () => {
  const whole: PoolState = given(...open).state()
  const known: VisiblePool = visibleTo(whole, user(ADMIN))
  // @ts-expect-error a preview knows only what its reader knows
  expect(previewCommands(whole, [], onThursday, hashing)).toEqual(previewCommands(known, [], onThursday, hashing))
  // @ts-expect-error so do its parts
  expect(rehearseCommands(whole, [], onThursday, hashing).recorded).toEqual([])
  // @ts-expect-error and what follows from them
  expect(consequencesOf(whole, whole, onThursday).out).toEqual([])
})

describe('a preview of Set All to Final', () => {
  it('counts and names the games that are still being played and those that have not started', () => {
    const games = at(
      LOCK_2,
      sync(
        1,
        final('DAL-NYG', 7, 3),
        { ...final('KC-LAC', 7, 3), status: 'in_progress' },
        { ...final('BUF-MIA', null, null), status: 'scheduled' },
        { ...final('GB-DET', null, null), status: 'scheduled' },
        { ...final('SF-SEA', null, null), status: 'postponed' },
      ),
    )
    const found = previewFor([...open, games], admin('FinalizeScores', { weekId: 1 }))
    expect(found).toMatchObject({
      unfinished: {
        playing: 1,
        notStarted: 2,
        games: [
          { away: 'LAC', home: 'KC', isPlaying: true },
          { away: 'MIA', home: 'BUF', isPlaying: false },
          { away: 'DET', home: 'GB', isPlaying: false },
        ],
      },
    })
  })
})
