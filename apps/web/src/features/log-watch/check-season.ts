import { weekLabel } from '@outlast/domain/rules'
import type { ProvedEvent, Week, WeekProof } from '@outlast/contract'
import { isSound, type Verdict, verifyStandings, verifyWeek } from '@outlast/contract/proof/verify-week'
import type { Hashing } from '@outlast/domain/rules'
import type { Problem } from '../../device/log-record.ts'

/** The calls that a check of the season makes. */
export interface SeasonSource {
  readonly weeks: () => Promise<readonly Week[]>
  readonly proof: (weekId: number) => Promise<WeekProof>
}

export interface SeasonCheckOptions {
  readonly hashing: Hashing
  readonly now: string
  /** No more weeks are fetched after this many picks. */
  readonly maxPicks: number
  /** The hashes of the chain that the device followed, by position. */
  readonly hashes: ReadonlyMap<number, string>
}

/** What one reading of the season found. */
export interface SeasonCheck {
  readonly problems: readonly Problem[]
  /** The year of the season, if all of its locked weeks were checked. */
  readonly wholeSeason: number | undefined
  /** What the check was made from. */
  readonly proofs: readonly WeekProof[]
}

/**
 * Checks what the pool shows of the current season: that the picks, results and eliminations of its locked weeks, the newest first, are
 * those that follow from the log. The weeks are read one after the other, so a problem may be an event that came in between: read again.
 */
export async function checkSeason(source: SeasonSource, options: SeasonCheckOptions): Promise<SeasonCheck> {
  const weeks = await source.weeks()
  const year = weeks.find(({ is_current }) => is_current)?.season_year
  const season = weeks.filter(({ season_year }) => season_year === year).sort((a, b) => b.week_number - a.week_number)
  const proofs: WeekProof[] = []
  let picks = 0
  for (const week of season.filter(({ is_locked }) => is_locked)) {
    if (proofs.length > 0 && picks > options.maxPicks) {
      return { problems: problemsOf(proofs, options), wholeSeason: undefined, proofs }
    }
    const proof = await source.proof(week.id)
    picks += proof.leaves.length
    proofs.push(proof)
  }
  // The standings of a week depend on all weeks before it.
  const open = Math.min(...season.filter(({ is_locked }) => !is_locked).map(({ week_number }) => week_number))
  const settled = proofs.filter(({ week_number }) => week_number < open)
  return { problems: [...problemsOf(proofs, options), ...standingProblems(settled, options)], wholeSeason: year, proofs }
}

function problemsOf(proofs: readonly WeekProof[], options: SeasonCheckOptions): Problem[] {
  return proofs.flatMap((proof) => {
    const verdict = verifyWeek(options.hashing, proof)
    const outside = [proof.lock, ...proof.events].filter((event) => isOutside(event, options))
    if (isSound(verdict) && outside.length === 0) return []
    const sentences = [...describe(proof, verdict), ...outside.map((event) => describeOutside(proof, event))]
    return sentences.map((sentence) => problem(sentence, proof, { proof, verdict }, options))
  })
}

const isOutside = ({ position, hash }: ProvedEvent, { hashes }: SeasonCheckOptions): boolean =>
  (hashes.get(position) ?? hash) !== hash

const describeOutside = ({ week_number }: WeekProof, { position }: ProvedEvent): string =>
  `Event #${position}, on which week ${weekLabel(week_number)} depends, is not the one in the log.`

function describe({ week_number }: WeekProof, { rootHolds, broken, forged, tampered, scores }: Verdict): string[] {
  const week = `week ${weekLabel(week_number)}`
  const events = forged.map((position) => `#${position}`).join(', ')
  return [
    ...(rootHolds ? [] : [`The picks of ${week} are not those that were recorded when it locked.`]),
    ...broken.map((entryId) => `The pick of entry ${entryId} in ${week} is not the one that was committed to.`),
    ...(forged.length === 0 ? [] : [`Events on which ${week} depends were changed: ${events}.`]),
    ...tampered.map(
      ({ entryId, shown, recorded }) =>
        `Tampered: the pool shows ${shown ?? 'no pick'} for entry ${entryId} in ${week}, but ${recorded ?? 'no pick'} is recorded.`,
    ),
    ...scores.map(({ shown, recorded }) =>
      recorded === null
        ? `Tampered: the pool shows a game in ${week} that is not recorded: ${shown ?? ''}.`
        : `Tampered: the pool shows ${shown ?? 'no game'} in ${week}, but ${recorded} is recorded.`,
    ),
  ]
}

function standingProblems(proofs: readonly WeekProof[], options: SeasonCheckOptions): Problem[] {
  const [season] = proofs
  if (season === undefined) return []
  return verifyStandings(options.hashing, proofs).map((standing) => {
    const { entryId, shown, recorded } = standing
    const sentence = `Tampered: the pool shows entry ${entryId} ${outSince(shown)}. By the recorded picks and results it is ${outSince(recorded)}.`
    return problem(sentence, season, { standing }, options)
  })
}

const outSince = (week: number | null): string => (week === null ? 'alive' : `out since week ${weekLabel(week)}`)

const problem = (
  sentence: string,
  { season_year }: Pick<WeekProof, 'season_year'>,
  evidence: unknown,
  { now }: SeasonCheckOptions,
): Problem => ({
  kind: 'tampered',
  subject: `season:${season_year}`,
  sentence,
  found_at: now,
  evidence,
})
