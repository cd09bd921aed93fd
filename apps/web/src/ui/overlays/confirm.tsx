import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import type { Question } from './question-dialog.tsx'

/** The dialog's code loads with the first question. */
const QuestionDialog = lazyPart(() => import('./question-dialog.tsx').then((module) => module.QuestionDialog), {
  overlay: { isOpen: ({ open }) => open, close: ({ onAnswer }) => onAnswer(false) },
})

type Confirm = (question: Question) => Promise<boolean>

const ConfirmContext = createContext<Confirm>(() => Promise.reject(new Error('useConfirm must be used inside ConfirmProvider')))

/** Returns a function that asks a question in a dialog and resolves to whether the user confirmed. */
export const useConfirm = (): Confirm => use(ConfirmContext)

/** Renders the dialog of `useConfirm`. */
export function ConfirmProvider({ children }: { readonly children: ReactNode }) {
  const [asked, setAsked] = useState<{ readonly question: Question; readonly id: number } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const resolve = useRef<((isConfirmed: boolean) => void) | null>(null)

  const answer = useCallback((isConfirmed: boolean) => {
    setOpen(false)
    resolve.current?.(isConfirmed)
    resolve.current = null
  }, [])

  const confirm = useCallback<Confirm>(
    (question) =>
      new Promise((resolveQuestion) => {
        resolve.current?.(false)
        resolve.current = resolveQuestion
        setAsked((previous) => ({ question, id: (previous?.id ?? 0) + 1 }))
        setOpen(true)
      }),
    [],
  )

  return (
    <ConfirmContext value={confirm}>
      {children}
      {asked && <QuestionDialog key={asked.id} question={asked.question} open={isOpen} onAnswer={answer} />}
    </ConfirmContext>
  )
}
