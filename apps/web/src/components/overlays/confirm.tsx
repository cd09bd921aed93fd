import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react'
import { Form } from '../forms/form.tsx'
import { TextField } from '../forms/text-field.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from './dialog.tsx'

interface Question {
  readonly title: string
  readonly message?: ReactNode
  readonly confirmLabel: string
  readonly danger?: boolean | undefined
  /** The text that the user must type before the confirm button works. */
  readonly phrase?: string | undefined
}

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

interface QuestionDialogProps {
  readonly question: Question
  readonly open: boolean
  readonly onAnswer: (isConfirmed: boolean) => void
}

function QuestionDialog({ question, open, onAnswer }: QuestionDialogProps) {
  const { title, message, confirmLabel, danger = false, phrase } = question
  const [text, setText] = useState('')
  const canConfirm = phrase === undefined || text === phrase
  const actions = (
    <>
      <Button onClick={() => onAnswer(false)}>Cancel</Button>
      <Button variant={danger ? 'danger' : 'primary'} disabled={!canConfirm} onClick={() => onAnswer(true)}>
        {confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog alert open={open} onOpenChange={(next) => next || onAnswer(false)} title={title} actions={actions}>
      {message && <div>{message}</div>}
      {phrase !== undefined && (
        <Form onSubmit={() => canConfirm && onAnswer(true)}>
          <TextField
            label={<>Type {phrase}</>}
            value={text}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
        </Form>
      )}
    </Dialog>
  )
}
