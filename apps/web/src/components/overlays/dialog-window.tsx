import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import styles from './dialog.module.css'

/** What a dialog is made of. */
export interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => unknown
  readonly title: string
  readonly children?: ReactNode
  /** The buttons at its end: the last one is what the dialog is for. */
  readonly actions?: ReactNode
  /** A question that must be answered: clicks beside it do not close it, and there is no cross. */
  readonly alert?: boolean | undefined
  /** As wide as a page's text, for lists to choose from; else as wide as a sentence. */
  readonly wide?: boolean | undefined
}

/** The window of a dialog. Apart from `Dialog`, so that its code comes with the first one that opens. */
export function DialogWindow({ open, onOpenChange, title, children, actions, alert = false, wide = false }: DialogProps) {
  const Parts = alert ? AlertDialog : Dialog
  return (
    <Parts.Root open={open} onOpenChange={(next: boolean) => onOpenChange(next)}>
      <Parts.Portal>
        <Parts.Backdrop className={styles.backdrop} />
        <Parts.Viewport className={styles.viewport}>
          <Parts.Popup className={styles.popup} data-wide={wide || undefined}>
            <div className={styles.head}>
              <Parts.Title className={styles.title}>{title}</Parts.Title>
              {!alert && (
                <Parts.Close className={styles.close} aria-label="Close">
                  <X size={20} aria-hidden="true" />
                </Parts.Close>
              )}
            </div>
            <div className={styles.body}>{children}</div>
            {actions && <div className={styles.actions}>{actions}</div>}
          </Parts.Popup>
        </Parts.Viewport>
      </Parts.Portal>
    </Parts.Root>
  )
}
