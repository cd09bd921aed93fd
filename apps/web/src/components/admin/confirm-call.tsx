import type { CallInput, Consequences } from '@outlast/contract'
import { api } from '../../api/client.ts'
import { useConfirm } from '../overlays/confirm.tsx'
import type { Question } from '../overlays/question-dialog.tsx'
import { ConsequenceList } from './consequence-list.tsx'

type PreviewedCalls = CallInput<'previewCalls'>['body']['calls']

interface ConfirmOptions {
  /** Asks only if it holds for what would change, and never without a preview. */
  readonly onlyIf?: (found: Consequences) => boolean
}

/** What to send with the confirmed call, so that the server refuses it if it would change something else by now. */
export interface Confirmed {
  readonly expectedConsequences?: string
}

/**
 * Returns a function that shows what calls would change and asks whether to make them. Resolves to undefined if the admin declines.
 * Without a preview, because a hidden pick decides or the call fails anyway, it asks the question alone.
 */
export function useConfirmCalls() {
  const confirm = useConfirm()
  return async (question: Question, calls: PreviewedCalls, { onlyIf }: ConfirmOptions = {}): Promise<Confirmed | undefined> => {
    const found = await api.call('previewCalls', { body: { calls } }).catch(() => undefined)
    if (onlyIf !== undefined && (found === undefined || !onlyIf(found))) return {}
    const message = (
      <>
        {question.message}
        {found && <ConsequenceList consequences={found} />}
      </>
    )
    if (!(await confirm({ ...question, message }))) return undefined
    return found !== undefined && calls.length === 1 ? { expectedConsequences: found.token } : {}
  }
}
