import type { Consequences } from '@outlast/contract'
import { MAX_PREVIEWED_CALLS } from '@outlast/contract/endpoints'
import { api, type Confirmed, errorMessage } from '../api/client.ts'
import { useConfirm } from '../ui/overlays/confirm.tsx'
import type { Question } from '../ui/overlays/question-dialog.tsx'
import { askFirst, confirmedBy, mergeConsequences, type PreviewedCalls } from './ask-first.ts'
import { ConsequenceList } from './consequence-list.tsx'
import { LiveConsequences } from './live-consequences.tsx'

export type { Confirmed } from '../api/client.ts'

interface ConfirmOptions {
  /** Asks only if it holds for what would change. */
  readonly onlyIf?: (found: Consequences) => boolean
  /** Keeps what the first preview found: for calls that ask another server, and whose preview makes the facts wait. */
  readonly once?: boolean
}

/**
 * Returns a function that shows what a call would change and asks whether to make it. Resolves to what must be sent with the call;
 * undefined if the admin declines, or if what it would change cannot be found out.
 */
export function useConfirmCalls() {
  const ask = useAskFirst()
  return (
    question: Question,
    calls: readonly [PreviewedCalls[number]],
    options: ConfirmOptions = {},
  ): Promise<Confirmed | undefined> =>
    confirmedBy(ask(question, () => api.call('previewCalls', { body: { calls: [...calls] } }), options))
}

/** Returns a function that asks once for many calls. Resolves to what they would change together, without those that are refused. */
export function useConfirmBulk() {
  const ask = useAskFirst()
  return (question: Question, calls: PreviewedCalls) => ask(question, () => previewAll(calls))
}

async function previewAll(calls: PreviewedCalls): Promise<Consequences> {
  const parts: Consequences[] = []
  for (let from = 0; from < calls.length; from += MAX_PREVIEWED_CALLS) {
    const part = calls.slice(from, from + MAX_PREVIEWED_CALLS)
    parts.push(await api.call('previewCalls', { body: { calls: part, skip_refused: true } }))
  }
  const found = mergeConsequences(parts)
  if (found === undefined) throw new RangeError('a preview of no calls')
  return found
}

function useAskFirst() {
  const confirm = useConfirm()
  return (question: Question, preview: () => Promise<Consequences>, { onlyIf, once = false }: ConfirmOptions = {}) =>
    askFirst({
      preview,
      onlyIf,
      ask: async (found) => {
        let shown = found
        const show = (next: Consequences): void => void (shown = next)
        const message = (
          <>
            {question.message}
            {once ? (
              <ConsequenceList consequences={found} />
            ) : (
              <LiveConsequences found={found} preview={preview} onShown={show} />
            )}
          </>
        )
        return (await confirm({ ...question, message })) ? shown : undefined
      },
      askToRetry: (error) => {
        const message = (
          <>
            <p>{errorMessage(error, 'Failed to preview the change')}</p>
            <p>Nothing was done, because it is not known what this would change.</p>
          </>
        )
        return confirm({ title: question.title, message, confirmLabel: 'Retry' })
      },
    })
}
