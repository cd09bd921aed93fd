import type { WeekInfo } from '@outlast/contract/live'
import { Button, ButtonLink } from '../../ui/button.tsx'
import styles from './admin-weeks.module.css'

interface HiddenPicksNoteProps {
  readonly week: WeekInfo
  readonly reload: () => void
}

/** Tells admins that the picks of an open week are hidden, or that somebody unmasked them. */
export function HiddenPicksNote({ week, reload }: HiddenPicksNoteProps) {
  if (week.is_locked) return null
  if (week.unmasked) {
    return (
      <div className={styles.notice}>
        <span>
          Picks were unmasked: “{week.unmask_reason}”. Every member can see this. Refresh to see picks that members changed
          meanwhile.
        </span>
        <Button size="small" onClick={reload}>
          Refresh
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.notice}>
      <span>Picks are hidden until the lock, even from admins.</span>
      <ButtonLink size="small" to={`/admin/danger?week=${week.id}`}>
        Unmask…
      </ButtonLink>
    </div>
  )
}
