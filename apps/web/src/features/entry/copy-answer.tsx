import { Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { toast } from '../../ui/toast.tsx'
import { type Answer, answerText } from './answer-text.ts'

/** Copies what was recorded about an entry, in words for a mail. */
export function CopyAnswer(answer: Answer): ReactNode {
  const [error, setError] = useState<string | null>(null)
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(answerText(answer))
    setError(isCopied ? null : 'Your browser blocked copying. Select the text below instead')
    if (isCopied) toast('Answer copied, in words for a mail')
  }
  return (
    <>
      <Button size="small" onClick={copy}>
        <Copy aria-hidden size={16} /> Copy as an answer
      </Button>
      <ErrorText>{error}</ErrorText>
    </>
  )
}
