import { weekLabel } from '@outlast/domain/rules'
import { easternTime } from '../../../clock/format.ts'
import type { BoardEntry, BoardWeek } from '../board/board.ts'
import { placesOf } from '../board/places.ts'
import type { TeamOption } from '../pick/pick-options.ts'
import styles from './by-hand.module.css'

interface SheetProps {
  readonly entries: readonly BoardEntry[]
  readonly week: BoardWeek
  readonly leftOf: (place: BoardEntry) => readonly TeamOption[]
}

/** A sheet for the bar, which only paper shows: each entry with its teams left, and a line for each pick. */
export function Sheet({ entries, week, leftOf }: SheetProps) {
  return (
    <section className={styles.sheet}>
      <h2>
        Week {weekLabel(week.week_number)} locks {easternTime(week.lock_time)}
      </h2>
      <ol className={styles.slips}>
        {entries.map((entry) => (
          <li key={entry.id} className={styles.slip}>
            <strong>{entry.name}</strong>
            <span className={styles.blanks}>
              {placesOf(entry).map((place) => (
                <span key={place.several?.slot ?? 1} className={styles.blank}>
                  Pick{place.several === undefined ? '' : ` ${place.several.slot}`}: <span className={styles.rule} />
                </span>
              ))}
            </span>
            <span className={styles.teams}>
              {leftOf(entry)
                .map(({ abbr }) => abbr)
                .join('  ')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
