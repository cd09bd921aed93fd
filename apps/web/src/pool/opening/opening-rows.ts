import { weekLabel } from '@outlast/domain/rules'
import { type WeekView } from '@outlast/contract/live'
import { distributionOf, type DistributionRow, pickedTeams } from '@outlast/views'
import { formatCount, formatNumber } from '../../lib/numbers.ts'
import { findTeam } from '../teams.ts'

/** A team in the opening of a week. */
export interface OpeningRow extends DistributionRow {
  /** How many of the viewer's own entries took it. */
  readonly own: number
}

/** Returns the picked teams of a locked week in the order in which the opening shows them: from the rarest to the most popular. */
export function openingRows(view: WeekView, ownIds: ReadonlySet<number>): readonly OpeningRow[] {
  const own = new Map<string, number>()
  for (const entry of view.entries.filter(({ id }) => ownIds.has(id))) {
    for (const team of pickedTeams(entry)) own.set(team, (own.get(team) ?? 0) + 1)
  }
  return distributionOf(view)
    .map((row) => ({ ...row, own: own.get(row.team_abbr) ?? 0 }))
    .toSorted((a, b) => a.count - b.count || (a.team_abbr < b.team_abbr ? -1 : 1))
}

/** The last line of the opening: "9 of you took the Falcons". */
export function lastLine(view: WeekView): string {
  const rows = distributionOf(view)
  const [first, second] = rows
  if (first === undefined) return 'Nobody took a team'
  const { count } = first
  const leaders = rows.filter((row) => row.count === count).length
  if (rows.length === 1 && count > 1) return `All ${formatNumber(count)} of you took ${nickname(first)}`
  if (leaders === 1 || second === undefined) return `${formatNumber(count)} of you took ${nickname(first)}`
  if (leaders === 2)
    return `${formatNumber(count)} of you took ${nickname(first)}, and ${formatNumber(count)} ${nickname(second)}`
  if (count === 1) return 'Every one of you took a different team'
  return `${leaders} teams share the lead with ${formatNumber(count)} picks each`
}

const nickname = ({ team_abbr }: DistributionRow): string => `the ${findTeam(team_abbr)?.name ?? team_abbr}`

/** What screen readers hear instead of the opening. */
export const openingSummary = (view: WeekView): string =>
  `Week ${weekLabel(view.week.week_number)} is locked and revealed: ${formatCount(view.pick_count, 'pick')}. ${lastLine(view)}.`

/** When the parts of the opening appear, in milliseconds from its start. */
export interface OpeningTimes {
  readonly rowAt: (index: number) => number
  readonly lastLineAt: number
  /** When it begins to fade out. */
  readonly endAt: number
}

/** How long the fading takes. */
export const FADE_MS = 240
/** How long the sealed rows stay, and the finished picture. */
const SEALED_MS = 1_000
const FINISHED_MS = 2_000
/** All rows share this time; with few teams each takes the longest step. */
const ROWS_MS = 4_300
const LONGEST_STEP_MS = 420

/** Plans the opening so that it takes less than 8 seconds for any number of teams. */
export function openingTimes(rows: number): OpeningTimes {
  const step = Math.min(LONGEST_STEP_MS, ROWS_MS / Math.max(1, rows))
  const lastLineAt = SEALED_MS + rows * step + 300
  return { rowAt: (index) => Math.round(SEALED_MS + index * step), lastLineAt, endAt: lastLineAt + FINISHED_MS }
}
