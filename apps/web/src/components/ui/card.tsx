import { type ReactNode, useId } from 'react'
import styles from './card.module.css'
import { classes } from '../../lib/classes.ts'

interface PartProps {
  readonly title?: ReactNode
  /** Which heading: 2 under the page's title, 3 inside a section. */
  readonly level?: 2 | 3 | undefined
  /** Buttons beside the title. */
  readonly actions?: ReactNode
  readonly className?: string | undefined
  readonly children?: ReactNode
}

/** A raised sheet: one thing, with its title and what can be done with it. */
export function Card({ className, ...part }: PartProps) {
  return <Part {...part} className={classes(styles.card, className)} />
}

/** A part of a page, without a sheet of its own. */
export function Section({ className, ...part }: PartProps) {
  return <Part {...part} className={classes(styles.section, className)} />
}

function Part({ title, level = 2, actions, className, children }: PartProps) {
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <section className={className} aria-labelledby={title === undefined ? undefined : id}>
      {(title !== undefined || actions !== undefined) && (
        <div className={styles.head}>
          {title !== undefined && (
            <Heading className={styles.title} id={id}>
              {title}
            </Heading>
          )}
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
