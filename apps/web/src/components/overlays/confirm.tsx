import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from './dialog.tsx'
import { Form } from '../forms/form.tsx'
import { TextField } from '../forms/text-field.tsx'

/** A question before something that cannot be taken back. */
export interface Question {
  readonly title: string
  readonly message?: ReactNode
  readonly confirmLabel: string
  readonly danger?: boolean | undefined
  /** Must be typed exactly before the button can be pressed. */
  readonly phrase?: string | undefined
}

/** Asks, and resolves to whether the person said yes. */
export type Confirm = (question: Question) => Promise<boolean>

const ConfirmContext = createContext<Confirm>(() => Promise.reject(new Error('useConfirm needs a ConfirmProvider')))

/** The function that asks a question in a dialog. */
export function useConfirm(): Confirm {
  return useContext(ConfirmContext)
}

interface Asked {
  readonly question: Question
  readonly serial: number
}

/** Holds the one dialog that all questions share. */
export function ConfirmProvider({ children }: { readonly children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [open, setOpen] = useState(false)
  const answer = useRef<((yes: boolean) => void) | null>(null)

  const settle = useCallback((yes: boolean) => {
    setOpen(false)
    answer.current?.(yes)
    answer.current = null
  }, [])

  const confirm = useCallback<Confirm>(
    (question) =>
      new Promise((resolve) => {
        answer.current?.(false)
        answer.current = resolve
        setAsked((last) => ({ question, serial: (last?.serial ?? 0) + 1 }))
        setOpen(true)
      }),
    [],
  )

  return (
    <ConfirmContext value={confirm}>
      {children}
      {asked && <QuestionDialog key={asked.serial} question={asked.question} open={open} onAnswer={settle} />}
    </ConfirmContext>
  )
}

interface QuestionDialogProps {
  readonly question: Question
  readonly open: boolean
  readonly onAnswer: (yes: boolean) => void
}

function QuestionDialog({ question, open, onAnswer }: QuestionDialogProps) {
  const { title, message, confirmLabel, danger = false, phrase } = question
  const [typed, setTyped] = useState('')
  const sure = phrase === undefined || typed === phrase
  const actions = (
    <>
      <Button onClick={() => onAnswer(false)}>Cancel</Button>
      <Button variant={danger ? 'danger' : 'primary'} disabled={!sure} onClick={() => onAnswer(true)}>
        {confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog alert open={open} onOpenChange={(next) => next || onAnswer(false)} title={title} actions={actions}>
      {message && <div>{message}</div>}
      {phrase !== undefined && (
        <Form onSubmit={() => sure && onAnswer(true)}>
          <TextField
            label={<>Type {phrase}</>}
            value={typed}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Form>
      )}
    </Dialog>
  )
}
