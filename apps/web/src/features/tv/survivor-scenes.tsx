import type { GameInfo, WeekEntry, WeekView } from '@outlast/contract/live'
import { FallingNumber } from '../../components/live-board/falling-number.tsx'
import { scoreText } from '../../components/pool/pool-text.ts'
import { VisuallyHidden } from '../../components/ui/screen-reader.tsx'
import { naturalOrder } from '../../lib/natural-order.ts'
import { formatCount } from '../../lib/numbers.ts'
import type { ScreenFacts } from './facts.ts'
import { Heading } from './frame.tsx'
import { useNames } from './names.ts'
import styles from './survivor-scenes.module.css'

interface SurvivorProps {
  readonly week: WeekView
  readonly facts: ScreenFacts
}

/** The falling number, as large as the screen allows. */
export function SurvivorsScene({ facts }: SurvivorProps) {
  const alive = facts.total - facts.out.size
  const playing = facts.games.filter(({ status }) => status === 'in_progress').length
  const left = facts.games.filter(({ status }) => status === 'scheduled').length
  const games = [
    ...(playing > 0 ? [`${formatCount(playing, 'game')} on`] : []),
    ...(left > 0 ? [`${formatCount(left, 'game')} to come`] : []),
  ]
  return (
    <>
      <Heading title="Still alive" lead={games.length > 0 ? games.join(', ') : undefined} />
      <Alive alive={alive} total={facts.total} />
    </>
  )
}

export function Alive({ alive, total }: { readonly alive: number; readonly total: number }) {
  return (
    <div className={styles.alive}>
      <p className={styles.number}>
        <FallingNumber value={alive} />
        <VisuallyHidden>
          <span role="status">
            {alive} of {total} still alive
          </span>
        </VisuallyHidden>
      </p>
      <p className={styles.of}>of {formatCount(total, 'entry', 'entries')}</p>
    </div>
  )
}

/** Two columns of names fit below each other. */
const SHOWN = 10

/** Who went out this week, the newest first. */
export function OutScene({ week, facts }: SurvivorProps) {
  const names = newestOut(week, facts.out)
  return (
    <>
      <Heading
        title={`${formatCount(facts.out.size, 'entry', 'entries')} out this week`}
        lead={`${(facts.total - facts.out.size).toLocaleString('en-US')} of ${facts.total.toLocaleString('en-US')} still alive`}
      />
      <OutNames week={week} entries={names} shown={SHOWN} />
    </>
  )
}

interface OutNamesProps {
  readonly week: WeekView
  readonly entries: readonly WeekEntry[]
  readonly shown: number
  /** Leaves out why, where the heading says it. */
  readonly isBrief?: boolean
}

export function OutNames({ week, entries, shown, isBrief = false }: OutNamesProps) {
  const nameOf = useNames()
  const more = entries.length - shown
  return (
    <div className={styles.out}>
      <ul className={styles.names} aria-label="Out this week">
        {entries.slice(0, shown).map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <Name name={nameOf(entry.name)} />
            {!isBrief && <span className={styles.why}>{whyText(week, entry)}</span>}
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.more}>and {more.toLocaleString('en-US')} more</p>}
    </div>
  )
}

/** A name that is cut in the middle, so that names with different ends do not look alike. */
function Name({ name }: { readonly name: string }) {
  const [, start = name, end = ''] = /^(.+?)(\s*\S{1,8})$/u.exec(name) ?? []
  return (
    <span className={styles.name}>
      <span className={styles.start}>{start}</span>
      <span className={styles.end}>{end}</span>
    </span>
  )
}

function whyText(week: WeekView, { team }: WeekEntry): string {
  if (team === null) return 'no pick'
  const game = gameOf(week, team)
  return game === undefined ? team : scoreText(game)
}

const gameOf = (week: WeekView, team: string): GameInfo | undefined =>
  week.games.find(
    ({ home_team_abbr: home, away_team_abbr: away, result_at }) => result_at !== null && (home === team || away === team),
  )

/** Returns the entries that are out, those whose game ended last first. */
export function newestOut(week: WeekView, out: ReadonlySet<number>): readonly WeekEntry[] {
  const endOf = ({ team }: WeekEntry): string => (team === null ? '' : (gameOf(week, team)?.result_at ?? ''))
  const entries = naturalOrder(
    week.entries.filter(({ id }) => out.has(id)),
    ({ name }) => name,
  )
  return [...entries].sort((a, b) => (endOf(a) === endOf(b) ? 0 : endOf(a) < endOf(b) ? 1 : -1))
}
