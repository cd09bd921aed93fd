import { type ReactNode, useState } from 'react'
import { Form } from '../forms/form.tsx'
import { TextField } from '../forms/text-field.tsx'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

/** A question that must be answered before an action. */
export interface Question {
  readonly title: string
  readonly message?: ReactNode
  readonly confirmLabel: string
  readonly danger?: boolean | undefined
  /** The text that the user must type before the confirm button works. */
  readonly phrase?: string | undefined
}

interface QuestionDialogProps {
  readonly question: Question
  readonly open: boolean
  readonly onAnswer: (isConfirmed: boolean) => void
}

/** A dialog that asks a question. */
export function QuestionDialog({ question, open, onAnswer }: QuestionDialogProps) {
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
