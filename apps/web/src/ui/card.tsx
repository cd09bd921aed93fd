import { type ReactNode, useId } from 'react'
import { classes } from '../lib/classes.ts'
import styles from './card.module.css'

interface SectionProps {
  readonly title?: ReactNode
  /** The level of the heading: 2 below the page's title, 3 inside a section. */
  readonly level?: 2 | 3 | undefined
  /** Buttons beside the title. */
  readonly actions?: ReactNode
  readonly className?: string | undefined
  readonly children?: ReactNode
}

/** A section on a raised surface. */
export function Card({ className, ...section }: SectionProps) {
  return <TitledSection {...section} className={classes(styles.card, className)} />
}

/** A section of a page without a surface of its own. */
export function Section({ className, ...section }: SectionProps) {
  return <TitledSection {...section} className={classes('stack3', className)} />
}

function TitledSection({ title, level = 2, actions, className, children }: SectionProps) {
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
          {actions !== undefined && <div className="wrap">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
