import type { EntryHistory, PickChange } from '@outlast/contract'
import { Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { ErrorText } from '../../components/ui/errors.tsx'
import { toast } from '../../components/ui/toast.tsx'
import { VisuallyHidden } from '../../components/ui/screen-reader.tsx'
import { changeText, receiptRows, receiptText } from './change-text.ts'
import { copyText } from '../../lib/copy-text.ts'
import styles from './receipt.module.css'

interface ReceiptProps {
  readonly history: EntryHistory
  readonly week: EntryHistory['weeks'][number]
  readonly change: PickChange
}

/** What a member keeps as proof of a change; a touch of a value selects all of it. */
export function Receipt({ history, week, change }: ReceiptProps): ReactNode {
  const [error, setError] = useState<string | null>(null)
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(receiptText(history, week, change))
    setError(isCopied ? null : 'This browser does not let pages copy. Select the values instead')
    if (isCopied) toast('Receipt copied')
  }
  return (
    <details className={styles.receipt}>
      <summary className={styles.summary}>
        Receipt<VisuallyHidden>: {changeText(change)}</VisuallyHidden>
      </summary>
      <dl className={styles.facts}>
        {receiptRows(change).map(([label, value]) => (
          <div key={label} className={styles.fact}>
            <dt className={styles.label}>{label}</dt>
            <dd className={styles.value}>{value}</dd>
          </div>
        ))}
      </dl>
      <Button size="small" onClick={copy}>
        <Copy aria-hidden size={16} /> Copy receipt
      </Button>
      <ErrorText>{error}</ErrorText>
    </details>
  )
}
