import type { Shown } from './shown.ts'
import styles from './history.module.css'

interface ShownCountProps {
  readonly shown: Shown
  readonly total: number
  readonly search: string
}

const number = new Intl.NumberFormat('en-US')

/** How much of the season is shown, said politely as the search narrows it. */
export function ShownCount({ shown, total, search }: ShownCountProps) {
  return (
    <p className={styles.count} role="status">
      {textOf(shown, total, search)}
    </p>
  )
}

function textOf({ tab, rows }: Shown, total: number, search: string): string {
  const all = `${number.format(total)} ${total === 1 ? 'entry' : 'entries'}`
  if (tab !== 'usage') return search === '' ? all : `${number.format(rows.length)} of ${all}`
  const teams = `${rows.length} ${rows.length === 1 ? 'team' : 'teams'}`
  return search === '' ? `${teams} picked by ${all}` : `${teams} picked by entries matching “${search}”`
}
