import { type Outlook, type Time, weekLabel } from '@outlast/domain'
import { type MissingOutlook, missedText } from './missing-text.ts'

// The words for what the rules make of an entry in a week, for every screen, mail and reminder. What is needed before a dashboard shows is in
// missing-text.ts.

/** Says what happens at the lock to an entry that lacks picks; null when nothing does. */
export function withoutPickText(outlook: MissingOutlook): string | null {
  const { missing, autoPicks, lives, standing } = outlook
  const { livesLost: lost, isOut } = missing.costs ?? { livesLost: 0, isOut: false }
  const cost = (isOne: boolean): string => costText({ isOne, lost, isOut, of: lives, left: standing.livesLeft })
  const given = missing.autoPicks
  if (given === 0) return lost === 0 ? null : `${lackText(outlook)}, this week ${cost(true)}${whyNoAutomatic(outlook)}.`
  const made = given === 1 ? 'an automatic pick is made' : `${given} automatic picks are made`
  const source = autoPicks?.fromList === true ? 'from your list ' : ''
  const rest = missing.count - given
  const other = lost === 0 ? '' : ` The other ${rest === 1 ? 'one' : rest} ${cost(rest === 1)}.`
  return `${lackText(outlook)}, ${made} ${source}at the lock${leftText(autoPicks)}.${other}`
}

/** ": 2 of 3 left"; ": 3 a season" as long as it is not known how many the entry had. */
function leftText(autoPicks: MissingOutlook['autoPicks']): string {
  if (autoPicks === null) return ''
  const { left, of } = autoPicks
  return left === null ? `: ${of} a season` : `: ${left} of ${of} left`
}

/** "Without a pick", "With a pick missing", "With 2 picks missing". */
function lackText({ missing, slots }: Pick<MissingOutlook, 'missing' | 'slots'>): string {
  if (slots === 1) return 'Without a pick'
  return `With ${missing.count === 1 ? 'a pick' : `${missing.count} picks`} missing`
}

function whyNoAutomatic({ autoPicks, unpaid, teamsLeft }: MissingOutlook): string {
  if (autoPicks === null || autoPicks.of === 0) return ''
  if (unpaid?.is === 'refused') return ': an unpaid entry gets no automatic pick'
  if (autoPicks.left === 0) return ': no automatic pick is left'
  return teamsLeft === undefined ? ': your list has no team for an automatic pick' : ': no team is left for an automatic pick'
}

/** Says that an entry has no team left for a pick that it lacks, and by which rule it goes on; null if it has one. */
export function noTeamText(outlook: MissingOutlook, weekNumber: number): string | null {
  const { teamsLeft, autoPicks, teamLock } = outlook
  if (teamsLeft === undefined) return null
  const number = weekLabel(weekNumber)
  if (teamsLeft === 'planned')
    return `No team is left for week ${number} that is neither used nor planned. Clear a pick of a later week to free its team.`
  const game = teamLock === 'kickoff' ? 'without a game that is still to begin' : 'without a game'
  const why = `No team is left for week ${number}: every team is used, not eligible or ${game}.`
  return `${why} ${autoPicks === null ? '' : 'An automatic pick can’t be made either. '}By the rules, ${missedText(outlook)}.`
}

/** Says that an unpaid entry cannot pick for the week, or for later ones; null when neither is so. */
export function unpaidText({ unpaid }: Pick<Outlook<Time>, 'unpaid'>): string | null {
  if (unpaid === null) return null
  return unpaid.is === 'refused'
    ? 'Unpaid: this entry can pick again once it is paid.'
    : `Unpaid: week ${weekLabel(unpaid.lastWeek)} is the last for which this entry can pick before it is paid.`
}

interface Cost {
  /** Whether the verb is about one thing. */
  readonly isOne: boolean
  readonly lost: number
  readonly isOut: boolean
  /** The lives with which an entry begins, and those that it has. */
  readonly of: number
  readonly left: number
}

/** "is a loss", "costs a life", "costs 2 lives", "costs its last 2 lives". */
function costText({ isOne, lost, isOut, of, left }: Cost): string {
  if (of === 1) return `${isOne ? 'is' : 'are'} a loss`
  const what = isOut ? `its last ${left === 1 ? 'life' : `${left} lives`}` : lost === 1 ? 'a life' : `${lost} lives`
  return `cost${isOne ? 's' : ''} ${what}`
}
