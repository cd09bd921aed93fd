import { isDeepStrictEqual } from 'node:util'
import {
  enteredWeekAlive,
  type EntryId,
  isInWeek,
  participantsOf,
  type PoolState,
  type Round,
  seasonResults,
  teamsIn,
  visibleTo,
  weekResults,
} from '@outlast/domain'
import { momentSentences } from '@outlast/contract/moment-text'
import { playSeed } from '@outlast/domain/histories'
import { expect, it } from 'vitest'
import { momentsOf } from './moments.ts'
import { type WeekMoment, weekMoments } from './week-moments.ts'

// Plays random histories. After each command, the moments of every locked week put out exactly the entries that are out in it, name every
// entry that is through, and read as whole sentences. They are the same for somebody who knows no hidden pick. `MOMENT_HISTORIES` sets the
// number of histories, `MOMENT_HISTORIES_SEED` the first seed.
const COUNT = Number(process.env['MOMENT_HISTORIES'] ?? 12)
const FIRST_SEED = Number(process.env['MOMENT_HISTORIES_SEED'] ?? 1)

it(`moments agree with the standings after every step of ${COUNT} random histories`, { timeout: 60_000 + 20_000 * COUNT }, () => {
  const seen = { out: 0, back: 0, through: 0, untrue: 0 }
  const wrong: string[] = []
  for (let seed = FIRST_SEED; seed < FIRST_SEED + COUNT && wrong.length === 0; seed += 1) {
    const observe = (pool: PoolState) => {
      const known = visibleTo(pool, { kind: 'visitor' })
      for (const round of pool.rounds.values()) {
        const moments = weekMoments(pool, round)
        const [found, expected] = [said(moments), inStandings(pool, round)]
        const told = momentsOf({ pool, people: NOBODY }, round)
        const isRight =
          found.out.join() === expected.out.join() &&
          expected.through.every((id) => found.through.includes(id)) &&
          (round.locked !== null || moments.length === 0) &&
          isDeepStrictEqual(momentsOf({ pool: known, people: NOBODY }, round), told) &&
          told.every((moment) => isWhole(momentSentences(moment)))
        if (!isRight)
          wrong.push(`seed ${seed}, position ${pool.position}, week ${round.id}: ${JSON.stringify([found, expected])}`)
        seen.out += found.out.length
        seen.through += expected.through.length
        seen.back += moments.reduce((sum, { back = [] }) => sum + back.length, 0)
        seen.untrue += moments.filter(({ isUntrue }) => isUntrue).length
      }
      return () => {}
    }
    playSeed(seed, { compares: false, observe })
  }
  expect(wrong.slice(0, 3)).toEqual([])
  expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([])
})

const NOBODY = { of: () => undefined }

/** Whether something is said, and nothing of it is missing. */
const isWhole = (sentences: string): boolean =>
  /^(?:[\p{L}\d][^.]*\.(?: |$))+$/u.test(sentences) && !/undefined|null/.test(sentences)

interface Ends {
  readonly out: readonly EntryId[]
  readonly through: readonly EntryId[]
}

/** What became of the entries by what the moments say, one after the other. */
function said(moments: readonly WeekMoment[]): Ends {
  const ends = new Map<EntryId, 'out' | 'in'>()
  for (const { out = [], back = [], through = [], lostLife = [] } of moments) {
    for (const id of [...back, ...through, ...lostLife]) ends.set(id, 'in')
    for (const id of out) ends.set(id, 'out')
  }
  const having = (end: 'out' | 'in') => [...ends].flatMap(([id, is]) => (is === end ? [id] : [])).sort((a, b) => a - b)
  return { out: having('out'), through: having('in') }
}

/** What the standings say, of the entries that no admin has taken out. */
function inStandings(pool: PoolState, round: Round): Ends {
  if (round.locked === null) return { out: [], through: [] }
  const results = weekResults(pool, round)
  const isByHand = (by: { readonly contestId: number; readonly weekNumber: number }) =>
    by.contestId === round.contestId && by.weekNumber <= round.weekNumber
  const inWeek = participantsOf(pool, seasonResults(pool, round.contestId)).filter(
    (participant) =>
      isInWeek(participant, results) &&
      enteredWeekAlive(participant.standing, round.weekNumber) &&
      !participant.entry.eliminatedByHand.some(isByHand),
  )
  const isOut = ({ standing }: (typeof inWeek)[number]): boolean =>
    standing.status === 'out' && standing.eliminatedWeek === round.weekNumber
  const isDecided = (each: (typeof inWeek)[number]): boolean => {
    const teams = teamsIn(each.entry, round.id)
    return teams.length > 0 && teams.every((team) => results.results.has(team))
  }
  return {
    out: inWeek.filter(isOut).map(({ entryId }) => entryId),
    through: inWeek.filter((each) => !isOut(each) && isDecided(each)).map(({ entryId }) => entryId),
  }
}
