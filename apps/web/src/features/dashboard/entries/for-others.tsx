import type { Board } from '../board/board.ts'
import { classes } from '../../../lib/classes.ts'
import styles from './entries.module.css'
import { EntryCard } from './entry-card.tsx'
import { isRow } from './entry-order.ts'
import ownStyles from '../../../pool/proxies/proxies.module.css'

interface ForOthersProps {
  readonly board: Board
  readonly isClosed: boolean
  readonly onWritten: () => void
}

const nothing = (): void => {}

/** The entries of others for which the member picks, with cards like those of the own ones. */
export function ForOthers({ board, isClosed, onWritten }: ForOthersProps) {
  const { forOthers, week, games, rules, season } = board
  return (
    <section className={classes('stack4', styles.section, ownStyles.others)} aria-labelledby="for-others">
      <div className={`between ${styles.heading}`}>
        <h2 className={`title ${styles.sectionTitle}`} id="for-others">
          You pick for others
        </h2>
      </div>
      <ul className={styles.list} data-closed={isClosed || undefined}>
        {forOthers.map((entry) => (
          <EntryCard
            key={entry.id}
            entry={entry}
            week={week}
            games={games}
            teamLock={rules?.team_lock ?? 'week'}
            rules={rules}
            isClosed={isClosed}
            canManage={false}
            isRow={isRow(entry, week, isClosed, forOthers.length)}
            hasPlace={false}
            isListed={false}
            season={season}
            onWritten={onWritten}
            onDeleted={nothing}
          />
        ))}
      </ul>
    </section>
  )
}
