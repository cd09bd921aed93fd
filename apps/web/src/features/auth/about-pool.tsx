import { type ReactNode, useContext } from 'react'
import { Link } from 'react-router'
import { ClubNameContext } from '../../components/ui/page-header.tsx'
import styles from './auth.module.css'

/** What somebody who was sent a link should know before making an account, and what can be seen without one. */
export function AboutPool(): ReactNode {
  const club = useContext(ClubNameContext)
  return (
    <aside className={styles.about} aria-label="About the pool">
      <p className={styles.motto}>One team a week. Win, or you’re out.</p>
      <p className={styles.text}>
        {club} is a survivor pool: each week you pick one team to win, and never the same team twice in a season. If it loses or
        ties, your entry is out. Picks stay hidden until the week locks, then everybody sees all of them.
      </p>
      <p className={styles.text}>No account is needed to look around:</p>
      <ul className={styles.links}>
        <li>
          <Link to="/reveal">Weekly Reveal</Link>
        </li>
        <li>
          <Link to="/history">History</Link>
        </li>
      </ul>
    </aside>
  )
}
