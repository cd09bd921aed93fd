import type { SeasonEntry } from './wire.ts'

interface AutoPick {
  readonly week: number
  readonly team: string
}

type AutoFields = Pick<SeasonEntry, 'auto' | 'auto_teams'>

/** Whether an entry's pick of a team in a week, given by its number, was made automatically at the lock. */
export function isAutoPick({ auto, auto_teams }: AutoFields, week: number, team: string): boolean {
  return auto.some((other, i) => other === week && (auto_teams === undefined || auto_teams[i] === team))
}

/** Returns an entry's automatic picks. */
export function autoPicksOf({
  auto,
  auto_teams,
  picks,
}: Pick<SeasonEntry, 'picks' | 'auto' | 'auto_teams'>): readonly AutoPick[] {
  return auto.flatMap((week, i) => {
    const team = auto_teams?.[i] ?? picks[week]
    return team === undefined ? [] : [{ week, team }]
  })
}

/**
 * Returns an entry's automatic picks in the form of a season's view.
 * @param picks in any order of weeks; those of one week in the order of their slots
 * @param more the entry's further picks; without any, the week says which pick was automatic
 */
export function autoFields(picks: readonly AutoPick[], more: SeasonEntry['more']): AutoFields {
  const sorted = [...picks].sort((a, b) => a.week - b.week)
  return {
    auto: sorted.map(({ week }) => week),
    ...(sorted.length > 0 && Object.keys(more ?? {}).length > 0 && { auto_teams: sorted.map(({ team }) => team) }),
  }
}
