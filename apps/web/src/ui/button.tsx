import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from '../lib/classes.ts'
import styles from './button.module.css'

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

interface Appearance {
  readonly variant?: ButtonVariant | undefined
  readonly size?: 'small' | undefined
}

interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'onClick'>, Appearance {
  /** Shows a spinner and ignores clicks. The button keeps its width and the focus. */
  readonly pending?: boolean | undefined
  readonly onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined
}

/** A button. Its default type is `button`, so that it does not submit a form. */
export function Button({ variant = 'secondary', size, pending = false, className, children, onClick, ...rest }: ButtonProps) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    // Without this a submit button would submit its form again.
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  const handleMouseDown = (event: MouseEvent<HTMLButtonElement>) => {
    // Keep the focus in the field: on blur it may show an error that moves the button, and the click would miss it.
    if (rest.type === 'submit') event.preventDefault()
    rest.onMouseDown?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      onMouseDown={handleMouseDown}
      className={classes(styles.button, pending && styles.pending, className)}
      data-variant={variant}
      data-size={size}
      aria-disabled={pending ? true : rest['aria-disabled']}
      aria-busy={pending || undefined}
      onClick={handleClick}
    >
      <span className={styles.label}>{children}</span>
      {pending && <span className={styles.spinner} aria-hidden="true" />}
    </button>
  )
}

interface ButtonLinkProps extends ComponentPropsWithRef<'a'>, Appearance {
  /** A page of the app. Any other address is the `href`. */
  readonly to?: string
  readonly children: ReactNode
}

/** A link that looks like a {@link Button}. */
export function ButtonLink({ variant = 'secondary', size, className, to, children, ...rest }: ButtonLinkProps) {
  const props = { ...rest, className: classes(styles.button, className), 'data-variant': variant, 'data-size': size }
  if (to === undefined) return <a {...props}>{children}</a>
  return (
    <Link {...props} href={to}>
      {children}
    </Link>
  )
}
