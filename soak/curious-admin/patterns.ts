import type { PreviewableCall } from '@outlast/contract/endpoints'
import { entryId, pickIdOf, weekId } from '@outlast/domain'
import { integerBetween, type Random, shuffled } from '@outlast/seasons/random'
import { chance, one } from './choices.ts'
import {
  ABBRS,
  ADMIN,
  commonTeam,
  FALLEN_ENTRY,
  FREE_TEAMS,
  gameIdOf,
  hiddenTeams,
  OPEN_WEEKS,
  OTHER,
  OWNED,
  PICKED_WEEKS,
  unplayedTeams,
} from './layout.ts'
import { previewed, type Step, type StepRequest } from './step.ts'

// What members do in secret, and what an admin must do in a certain order to find it out.

/** A preview by the admin of calls in this order. */
const previewStep = (...calls: readonly (readonly [PreviewableCall, StepRequest])[]): Step => ({
  by: ADMIN,
  route: 'previewCalls',
  body: { calls: calls.map(([call, parts]) => previewed(call, parts)) },
})
const onlyTeam = (id: number, left: string): StepRequest => ({
  params: { id },
  body: { ineligible_teams: ABBRS.filter((abbr) => abbr !== left) },
})
const lockAt = (id: number, lock_time: string): StepRequest => ({ params: { id }, body: { lock_time } })
const LONG_AGO = '2030-09-01T12:00:00Z'
const LATER = '2030-10-01T12:00:00Z'

/** A member votes on sharing, differently in each world unless the choices are the same. */
function voteStep(id: number, choice: string | null, otherChoice: string | null): Step {
  const by = OWNED.get(id) ?? ADMIN
  return {
    by,
    route: 'castSplitVote',
    params: { id },
    body: { choice },
    inSecond: { by, params: { id }, body: { choice: otherChoice } },
  }
}

/** A member changes a hidden ranking: to other teams in each world, or of another entry in each world. */
function rankingStep(random: Random): Step {
  const entries = [...OWNED.keys()]
  const [entry, other] = [one(random, entries), one(random, entries)]
  const rank = (of: number) => {
    const teams = shuffled(random, hiddenTeams(one(random, OPEN_WEEKS)))
    return { by: OWNED.get(of) ?? ADMIN, params: { id: of }, body: { teams } }
  }
  return { route: 'setRanking', ...rank(entry), inSecond: rank(chance(random, 50) ? entry : other) }
}

/** A member changes a hidden pick: to another team in each world, of another entry in each world, or alike in both. */
export function membersStep(random: Random, week: number = one(random, OPEN_WEEKS)): Step {
  const teams = hiddenTeams(week)
  const first = integerBetween(random, 0, teams.length - 1)
  const [team, otherTeam] = [teams[first], teams[(first + 1) % teams.length]]
  const entries = [...OWNED.keys()]
  const entry = one(random, entries)
  const other = one(random, entries)
  const pick = (of: number, team_abbr: string | undefined) => ({
    by: OWNED.get(of) ?? ADMIN,
    body: { entry_id: of, week_id: week, ...(slot > 1 && { slot }), team_abbr },
  })
  const slot = chance(random, 65) ? 1 : 2
  const kind = integerBetween(random, 1, 13)
  if (kind > 11) return rankingStep(random)
  if (kind === 11) return { by: OTHER, route: 'requestBuyback', params: { id: FALLEN_ENTRY }, body: {} }
  if (kind === 1) {
    return { by: OWNED.get(entry) ?? ADMIN, route: 'clearPick', params: { id: pickIdOf(entryId(entry), weekId(week), slot) } }
  }
  if (kind === 2) {
    return { by: OTHER, route: 'submitPick', body: { entry_id: 5, week_id: week, team_abbr: commonTeam(week) } }
  }
  const second = kind <= 5 ? pick(other, otherTeam) : pick(entry, otherTeam)
  return { route: 'submitPick', ...pick(entry, team), inSecond: second, hides: week }
}

/** Steps that only together reveal something, which chance would rarely put in order. */
export const PATTERNS: readonly ((random: Random) => readonly Step[])[] = [
  // Owners take their votes on sharing back and vote otherwise in each world. Then an admin tries to end the vote, and to hurry it.
  (random) => [
    ...[...OWNED.keys()].map((entry) => voteStep(entry, null, null)),
    voteStep(2, 'share', 'play_on'),
    voteStep(4, 'play_on', 'share'),
    { by: ADMIN, route: 'castSplitVote', params: { id: 1 }, body: { choice: 'share' } },
    previewStep(['adminUpdateEntry', { params: { id: one(random, [...OWNED.keys()]) }, body: { is_eliminated: true } }]),
    previewStep(['updateWeek', lockAt(2, '2030-09-11T00:00:00Z')]),
    { by: ADMIN, route: 'updateWeek', params: { id: 2 }, body: { lock_time: '2030-09-11T00:00:01Z' } },
    { by: ADMIN, route: 'adminUpdateEntry', params: { id: 5 }, body: { is_eliminated: true } },
    voteStep(3, 'share', 'play_on'),
  ],
  // A second admin is asked for: neither the answer nor what waits on the other's desk may say anything of hidden picks.
  (random) => {
    const id = one(random, OPEN_WEEKS)
    const entry = one(random, [...OWNED.keys()])
    const override = (week_id: number) => ({ entry_id: entry, week_id, team_abbr: one(random, FREE_TEAMS), reason: 'a mail' })
    return [
      { by: ADMIN, route: 'adminUpdateUser', params: { id: OTHER }, body: { is_admin: true } },
      { by: ADMIN, route: 'switchFourEyes', body: { on: true } },
      { by: ADMIN, route: 'unmaskPicks', params: { id }, body: { reason: 'a mail' } },
      { by: ADMIN, route: 'overridePick', body: override(1) },
      { by: ADMIN, route: 'overridePick', body: override(id) },
      { by: ADMIN, route: 'listWaiting' },
      previewStep(['overridePick', { body: override(1) }], ['unmaskPicks', { params: { id }, body: { reason: 'a mail' } }]),
      membersStep(random, id),
    ]
  },
  // A week is settled and reopened, and members pick again.
  (random) => [
    { by: ADMIN, route: 'finalizeScores', params: { id: 4 }, body: {} },
    { by: ADMIN, route: 'updateWeek', params: { id: 4 }, body: { lock_time: '2030-10-01T12:00:00Z' } },
    membersStep(random, 4),
    membersStep(random, 4),
  ],
  // Results of a rehearsal are drawn and settled in turn.
  (random) => {
    const id = one(random, OPEN_WEEKS)
    return [
      { by: ADMIN, route: 'randomizeScores', params: { id }, body: {} },
      { by: ADMIN, route: 'finalizeScores', params: { id }, body: {} },
    ]
  },
  // Only one team is left, so the counts would say who has used it.
  (random) => {
    const left = one(random, hiddenTeams(one(random, OPEN_WEEKS)))
    const id = one(random, OPEN_WEEKS)
    const ineligible_teams = ABBRS.filter((abbr) => abbr !== left)
    return [
      { by: ADMIN, route: 'updateWeek', params: { id }, body: { ineligible_teams } },
      { by: ADMIN, route: 'randomizePicks', params: { id }, body: { overwrite: true, reason: 'a rehearsal' } },
    ]
  },
  // Only two teams are left, of which one may be the second pick: which of them a draw or a lock gives beside it would say so.
  (random) => {
    const id = one(random, PICKED_WEEKS)
    const teams = hiddenTeams(id)
    const [left, other] = [one(random, teams), one(random, teams)]
    const ineligible_teams = ABBRS.filter((abbr) => abbr !== left && abbr !== other)
    const entry = one(random, [...OWNED.keys()])
    return [
      { by: OWNED.get(entry) ?? ADMIN, route: 'clearPick', params: { id: pickIdOf(entryId(entry), weekId(id), 1) } },
      { by: ADMIN, route: 'updateWeek', params: { id }, body: { ineligible_teams } },
      previewStep(
        ['updateWeek', lockAt(id, LONG_AGO)],
        ['adminUpdateEntry', { params: { id: entry }, body: { is_eliminated: false } }],
      ),
      { by: ADMIN, route: 'randomizePicks', params: { id }, body: { overwrite: false, reason: 'a rehearsal' } },
      { by: ADMIN, route: 'randomizePicks', params: { id }, body: { overwrite: true, reason: 'a rehearsal' } },
    ]
  },
  // Which event an undo names says whether a reinstatement did anything, and so whether the hidden pick lost.
  (random) => {
    const id = one(random, PICKED_WEEKS)
    const entry = one(random, [...OWNED.keys()])
    const undone = (ahead: number) =>
      previewStep(
        ['finalizeScores', { params: { id }, body: {} }],
        ['adminUpdateEntry', { params: { id: entry }, body: { is_eliminated: false } }],
        ['undoAction', { body: { position: `head+${ahead}` } }],
      )
    return [
      { by: ADMIN, route: 'randomizeScores', params: { id }, body: {} },
      ...Array.from({ length: 24 }, (_, ahead) => undone(ahead + 1)),
    ]
  },
  // An automatic pick of a rehearsed lock is used in another week: an override with its team would say which it was.
  (random) => {
    const [id, other] = shuffled(random, OPEN_WEEKS)
    const entry = one(random, [...OWNED.keys()])
    const team_abbr = one(random, hiddenTeams(one(random, OPEN_WEEKS)))
    const override = { body: { entry_id: entry, week_id: chance(random, 50) ? 1 : other, team_abbr, reason: 'a mail' } }
    return [
      previewStep(
        ['updateWeek', onlyTeam(id ?? 2, team_abbr)],
        ['updateWeek', lockAt(id ?? 2, LONG_AGO)],
        ['overridePick', override],
        ['adminUpdateEntry', { params: { id: entry }, body: { is_eliminated: false } }],
      ),
    ]
  },
  // A game is called off by hand and the others are over: whom the closed week would put out follows from hidden picks.
  (random) => {
    const [id] = PICKED_WEEKS
    const setGame = (team: string, body: Record<string, unknown>): Step => ({
      by: ADMIN,
      route: 'updateGame',
      params: { id: gameIdOf(id, team) },
      body: { ...body, reason: 'A storm' },
    })
    const undone = (ahead: number) =>
      previewStep(
        ['updateWeek', lockAt(id, LONG_AGO)],
        ['closeWeek', { params: { id }, body: { reason: 'A storm' } }],
        ['adminUpdateEntry', { params: { id: one(random, [...OWNED.keys()]) }, body: { is_eliminated: false } }],
        ['undoAction', { body: { position: `head+${ahead}` } }],
      )
    return [
      setGame(one(random, hiddenTeams(id)), { status: one(random, ['cancelled', 'postponed']) }),
      ...unplayedTeams(id).map((team) => setGame(team, { status: 'final', home_score: 21, away_score: 14 })),
      ...Array.from({ length: 8 }, (_, ahead) => undone(ahead + 1)),
    ]
  },
  // A game of an open week is over: whether a change needs a reason must not say which of the hidden picks are of that game.
  (random) => {
    const [id] = PICKED_WEEKS
    const team = one(random, hiddenTeams(id))
    const other = one(random, hiddenTeams(id))
    const entry = one(random, [...OWNED.keys()])
    const pick = pickIdOf(entryId(entry), weekId(id), 1)
    const override = (team_abbr: string, reason?: string) => ({
      body: { entry_id: entry, week_id: id, team_abbr, ...(reason !== undefined && { reason }) },
    })
    return [
      {
        by: ADMIN,
        route: 'updateGame',
        params: { id: gameIdOf(id, team) },
        body: { status: 'final', home_score: 23, away_score: 19, reason: 'It is over' },
      },
      { by: ADMIN, route: 'overridePick', ...override(other) },
      { by: ADMIN, route: 'adminDeletePick', params: { id: pick } },
      previewStep(['overridePick', override(team)], ['overridePick', override(other, 'a mail')]),
      previewStep(['adminDeletePick', { params: { id: pick } }]),
      membersStep(random, id),
      { by: ADMIN, route: 'overridePick', ...override(team, 'a mail') },
      { by: ADMIN, route: 'undoAction', body: {} },
    ]
  },
  // A far week locks with one team left and reopens: who gets it must not depend on the plans for other weeks.
  (random) => {
    const left = one(random, hiddenTeams(one(random, PICKED_WEEKS)))
    return [
      { by: ADMIN, route: 'updateWeek', ...onlyTeam(4, left) },
      { by: ADMIN, route: 'updateWeek', ...lockAt(4, LONG_AGO) },
      { by: ADMIN, route: 'updateWeek', ...lockAt(4, LATER) },
    ]
  },
]
