import { write } from '../../../api/client.ts'
import { useAction } from '../../../ui/forms/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorText } from '../../../ui/errors.tsx'
import type { BoardEntry } from '../board/board.ts'
import styles from './same-again.module.css'

interface SameAgainProps {
  /** The member's entries. Those without a new season are left out. */
  readonly entries: readonly BoardEntry[]
  readonly onWritten: () => void
}

/** Asks whether the member's entries take part in the season that an admin started. */
export function SameAgain({ entries, onWritten }: SameAgainProps) {
  const open = entries.filter(({ renewSeason }) => renewSeason !== null)
  const season = open[0]?.renewSeason
  const renew = useAction(
    async (ids: readonly number[]) => {
      for (const id of ids) await write('renewEntry', { params: { id } }).finally(onWritten)
      return ids.length
    },
    {
      success: (count) => (count === 1 ? 'Your entry is in' : `Your ${count} entries are in`),
      fallback: 'Failed to renew the entry',
    },
  )
  const [only, ...others] = open
  if (only === undefined) return null
  const isSingle = others.length === 0
  return (
    <Card title="Same again?" level={3} className={styles.card}>
      <p>
        The {season} season is open. {isSingle ? 'Your entry keeps its name' : 'Your entries keep their names'} and{' '}
        {isSingle ? 'starts' : 'start'} unpaid, with all teams to choose from.
      </p>
      {!isSingle && (
        <ul className="stack2">
          {open.map(({ id, name }) => (
            <li key={id} className={styles.row}>
              <span className={styles.name}>{name}</span>
              <Button size="small" aria-label={`Renew ${name}`} onClick={() => renew.run([id])}>
                Renew
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button
        variant="primary"
        className={styles.all}
        pending={renew.pending}
        onClick={() => renew.run(open.map(({ id }) => id))}
      >
        {isSingle ? `Play ${season} with “${only.name}”` : `Renew all ${open.length} entries`}
      </Button>
      <ErrorText>{renew.error}</ErrorText>
    </Card>
  )
}
