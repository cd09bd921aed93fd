import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import styles from './dialog.module.css'

/** Props of a dialog. */
export interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => unknown
  readonly title: string
  readonly children?: ReactNode
  /** The buttons at the end, the main one last. */
  readonly actions?: ReactNode
  /** Requires an answer: a click outside does not close the dialog, and the close button is hidden. */
  readonly alert?: boolean | undefined
  /** Has room for two columns, for lists. */
  readonly wide?: boolean | undefined
}

/** The window of a dialog, in a module of its own so that it loads on demand. */
export function DialogWindow({ open, onOpenChange, title, children, actions, alert = false, wide = false }: DialogProps) {
  const Base = alert ? AlertDialog : Dialog
  return (
    <Base.Root open={open} onOpenChange={(next: boolean) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} data-scrim />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup className={styles.popup} data-wide={wide || undefined}>
            <div className={styles.head}>
              <Base.Title className={styles.title}>{title}</Base.Title>
              {!alert && (
                <Base.Close className={styles.close} aria-label="Close">
                  <X size={20} aria-hidden="true" />
                </Base.Close>
              )}
            </div>
            <div className={`stack3 ${styles.body}`}>{children}</div>
            {actions && <div className={`wrap ${styles.actions}`}>{actions}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
