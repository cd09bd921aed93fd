import { hasSeveralLives, type Outlook, type Time, weekLabel } from '@outlast/domain'

/** What decides the words about missing picks. */
export type MissingOutlook = Pick<
  Outlook<Time>,
  'autoPicks' | 'lives' | 'missing' | 'slots' | 'standing' | 'teamLock' | 'teamsLeft' | 'unpaid'
>

/** Says in one line that an entry has no team left for a pick that it lacks, and what that costs; null if it has one. */
export function noTeamLine(outlook: MissingOutlook, weekNumber: number): string | null {
  if (outlook.teamsLeft === undefined) return null
  const week = weekLabel(weekNumber)
  if (outlook.teamsLeft === 'planned') return `No unplanned team is left for week ${week}.`
  return `No team is left for week ${week}: ${missedText(outlook)}.`
}

/** Says what the missing picks cost: "a missed pick is a loss", "2 missed picks cost 2 lives". */
export function missedText(outlook: MissingOutlook): string {
  const { count, costs } = outlook.missing
  const lost = costs?.livesLost ?? 0
  const cost = lost === 0 ? 'survive' : hasSeveralLives(outlook) ? `cost ${lost === 1 ? 'a life' : `${lost} lives`}` : 'lose'
  if (count > 1) return `${count} missed picks ${cost}`
  return `a missed pick ${cost === 'lose' ? 'is a loss' : cost.replace(/^\w+/, '$&s')}`
}
