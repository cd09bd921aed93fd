import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import styles from './button.module.css'
import { classes } from '../../lib/classes.ts'

/** How much a button wants to be pressed. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

interface Look {
  readonly variant?: ButtonVariant | undefined
  readonly size?: 'small' | undefined
}

/** Props of {@link Button}: a native button's, and its look. */
export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'onClick'>, Look {
  /** Busy: looks so, keeps its width and the focus, and ignores clicks. */
  readonly pending?: boolean | undefined
  readonly onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined
}

/** A button; `type="button"` unless said otherwise. */
export function Button({ variant = 'secondary', size, pending = false, className, children, onClick, ...rest }: ButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    // A submit button would send its form again.
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // A field that is left may show an error, which would move the button away under the finger: the click would miss it.
    if (rest.type === 'submit') event.preventDefault()
    rest.onMouseDown?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      onMouseDown={press}
      className={classes(styles.button, pending && styles.pending, className)}
      data-variant={variant}
      data-size={size}
      aria-disabled={pending ? true : rest['aria-disabled']}
      aria-busy={pending || undefined}
      onClick={click}
    >
      <span className={styles.label}>{children}</span>
      {pending && <span className={styles.spinner} aria-hidden="true" />}
    </button>
  )
}

interface ButtonLinkProps extends Omit<LinkProps, 'children'>, Look {
  readonly children: ReactNode
}

/** A link that looks like a {@link Button}: for what leads somewhere. */
export function ButtonLink({ variant = 'secondary', size, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={classes(styles.button, className)} data-variant={variant} data-size={size} />
}
