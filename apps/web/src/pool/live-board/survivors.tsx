import { weekLabel } from '@outlast/domain/rules'
import { type SeasonView, type WeekView } from '@outlast/contract/live'
import { isLastLocked, pickedTeams, stakesOf, weekCountOf, weekSurvivorsOf } from '@outlast/views'
import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { naturalOrder } from '../../lib/natural-order.ts'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { type AliveCounts, aliveCountsOf } from './alive-counts.ts'
import { countsText, throughOf } from './board-text.ts'
import { labelsOf } from '../entry-labels.ts'
import { FallingNumber } from './falling-number.tsx'
import styles from './survivors.module.css'
import { formatNumber } from '../../lib/numbers.ts'

interface SurvivorsProps {
  readonly view: WeekView
  readonly season: SeasonView | undefined
  readonly ownIds: ReadonlySet<number>
}

/** How many entries are alive, large, and what became so far of those that began the week. Keeps its place until the season is known. */
export function AliveCard({ view, season }: Omit<SurvivorsProps, 'ownIds'>) {
  const { alive, total } = useMemo(() => weekCountOf(view, season), [view, season])
  const counts = useMemo(() => (season === undefined ? null : aliveCountsOf(view, season)), [view, season])
  const isNow = season === undefined || isLastLocked(view, season)
  return (
    <div className={styles.card}>
      <AliveCount alive={season && alive} total={total} survived={isNow ? null : view.week.week_number}>
        {counts === null ? '\u00A0' : countsText(counts)}
      </AliveCount>
      <div className={styles.bar} aria-hidden="true">
        {counts !== null && <Split counts={counts} />}
      </div>
    </div>
  )
}

/** A bar of those that are through, playing and out. */
export function Split({ counts }: { readonly counts: AliveCounts }) {
  const parts = { through: throughOf(counts), playing: counts.playing, out: counts.out + counts.missed }
  return Object.entries(parts).map(
    ([part, count]) => count > 0 && <span key={part} className={styles.part} data-part={part} style={{ flexGrow: count }} />,
  )
}

/** The names of those that went out in the week or came back. */
export function Fallen({ view, season, ownIds }: SurvivorsProps) {
  const { out } = useMemo(() => weekSurvivorsOf(view, season), [view, season])
  // Before the season is known, a lost life looks like the end.
  const returned = useReturned(`${view.week.id} ${season !== undefined}`, out)
  const outNames = useMemo(() => namesOf(view, new Set(out.keys()), ownIds), [view, out, ownIds])
  return (
    <div className={styles.fallen}>
      <Names title={`Out in week ${weekLabel(view.week.week_number)}`} names={outNames} season={season} tone="loss" />
      <Returned view={view} season={season} returned={returned} />
    </div>
  )
}

interface AliveCountProps {
  /** Undefined until it is known: what the page lacks is no news. */
  readonly alive: number | undefined
  readonly total: number
  /** The number of an earlier week, which they survived; null for the entries that are alive now. */
  readonly survived?: number | null
  /** A line below it. */
  readonly children?: ReactNode
}

/** How many entries are alive, large. Screen readers announce a change once. */
export function AliveCount({ alive, total, survived = null, children }: AliveCountProps) {
  const state = survived === null ? 'still alive' : `survived week ${weekLabel(survived)}`
  return (
    <div className={styles.count} data-unknown={alive === undefined || undefined}>
      {alive === undefined ? <span className={styles.unknown}>0</span> : <FallingNumber value={alive} />}
      <p className={styles.of} aria-hidden="true">
        of {formatNumber(total)} {state}
      </p>
      <VisuallyHidden>
        <span role="status">
          {alive} of {total} {state}
        </span>
      </VisuallyHidden>
      {children !== undefined && <p className={styles.counts}>{children}</p>}
    </div>
  )
}

/** Returns the entries that were out while this was on screen and are in again. Starts anew when something else is shown. */
function useReturned(shown: string, out: ReadonlyMap<number, unknown>): ReadonlySet<number> {
  const [seen, setSeen] = useState({ shown, out, returned: new Set<number>() as ReadonlySet<number> })
  if (seen.shown !== shown) setSeen({ shown, out, returned: new Set() })
  else if (seen.out !== out) {
    const candidates = [...seen.returned, ...seen.out.keys()]
    setSeen({ shown, out, returned: new Set(candidates.filter((id) => !out.has(id))) })
  }
  return seen.returned
}

interface ReturnedProps extends Pick<SurvivorsProps, 'view' | 'season'> {
  readonly returned: ReadonlySet<number>
}

function Returned({ view, season, returned }: ReturnedProps) {
  const stakes = season === undefined ? null : stakesOf(season, view.week.week_number)
  const entries = view.entries.filter(({ id }) => returned.has(id))
  // A loss that an admin waived no longer puts the entry out; otherwise only another score brings it back.
  const waived = entries.filter(({ id }) => stakes?.get(id) === 'safe')
  const corrected = entries.filter(({ id }) => stakes?.get(id) !== 'safe')
  return (
    <>
      <Names title="Returned: score corrected" names={corrected} season={season} tone="win" />
      <Names title="Returned: reinstated by an admin" names={waived} season={season} tone="win" />
    </>
  )
}

/** The names of entries: one's own first, then those whose game ended last. */
function namesOf(view: WeekView, ids: ReadonlySet<number>, ownIds: ReadonlySet<number>): readonly NamedEntry[] {
  const ended = new Map<string, string>()
  for (const { home_team_abbr: home, away_team_abbr: away, result_at: at } of view.games) {
    if (at === null) continue
    ended.set(home, at)
    ended.set(away, at)
  }
  const rows = view.entries
    .filter(({ id }) => ids.has(id))
    .map((entry) => {
      const { id, name } = entry
      const at = pickedTeams(entry).map((team) => ended.get(team) ?? '')
      return { id, name, own: ownIds.has(id), at: at.sort().at(-1) ?? '' }
    })
  return naturalOrder(rows, ({ name }) => name).toSorted(
    (a, b) => Number(b.own) - Number(a.own) || (a.at === b.at ? 0 : a.at < b.at ? 1 : -1),
  )
}

/** How many names are shown at first. */
const SHOWN = 5

interface NamedEntry {
  readonly id: number
  readonly name: string
}

interface NamesProps {
  readonly title: string
  readonly names: readonly NamedEntry[]
  /** Knows whose the entries are. Undefined while it loads. */
  readonly season: SeasonView | undefined
  readonly tone: 'win' | 'loss'
}

/** A few entries with their people, each a link to its page, and the others on demand. */
export function Names({ title, names, season, tone }: NamesProps) {
  const [isExpanded, setExpanded] = useState(false)
  if (names.length === 0) return null
  // One more name takes no more room than saying that there is one more.
  const isShort = names.length <= SHOWN + 1
  const shown = isExpanded || isShort ? names : names.slice(0, SHOWN)
  return (
    <div className={styles.names} data-tone={tone}>
      <p className="strong">
        {title} <span className={styles.number}>{formatNumber(names.length)}</span>
      </p>
      <ul className={styles.list} aria-label={title}>
        {shown.map(({ id, name }) => (
          <li key={id} className={styles.name}>
            <Link className={styles.link} to={`/entry/${id}`}>
              {(season && labelsOf(season).get(id)) ?? name}
            </Link>
          </li>
        ))}
      </ul>
      {!isShort && (
        <Button size="small" variant="quiet" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? 'Show fewer' : `and ${formatNumber(names.length - SHOWN)} more`}
        </Button>
      )}
    </div>
  )
}
