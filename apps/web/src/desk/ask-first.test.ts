import { ApiError, type Consequences } from '@outlast/contract'
import { describe, expect, it, vi } from 'vitest'
import { named, nothing } from './test-support.ts'
import { askFirst, confirmedBy, confirmedWithin, mergeConsequences } from './ask-first.ts'

const lost = new ApiError('No connection', { status: 0, code: 'network' })
const busy = new ApiError('Busy', { status: 503, code: 'overloaded' })
const refusal = new ApiError('KC does not play this week (bye)', { status: 409, code: 'team_on_bye' })

function dialog(answers: { readonly ask?: boolean; readonly sawLast?: Consequences; readonly retry?: readonly boolean[] }) {
  const retries = [...(answers.retry ?? [])]
  return {
    ask: vi.fn<(found: Consequences) => Promise<Consequences | undefined>>(async (found) =>
      (answers.ask ?? true) ? (answers.sawLast ?? found) : undefined,
    ),
    askToRetry: vi.fn<(error: unknown) => Promise<boolean>>(async () => retries.shift() ?? false),
  }
}

describe('a question before an action of an admin', () => {
  it('stops the action when the preview is lost, and tries again as often as the admin asks', async () => {
    for (const failure of [lost, busy]) {
      const preview = vi.fn<() => Promise<Consequences>>().mockRejectedValueOnce(failure).mockRejectedValueOnce(failure)
      preview.mockResolvedValue(nothing)
      const asked = dialog({ retry: [true, true] })
      expect(await askFirst({ preview, ...asked })).toBe(nothing)
      expect(asked.askToRetry.mock.calls).toEqual([[failure], [failure]])
      expect(asked.ask).toHaveBeenCalledTimes(1)
    }
  })
  it('does nothing at all when the preview is lost and the admin gives up, even if it would only ask in some cases', async () => {
    const asked = dialog({ retry: [false] })
    const answer = askFirst({ preview: () => Promise.reject(lost), ...asked, onlyIf: () => false })
    expect(await confirmedBy(answer)).toBeUndefined()
    expect(asked.ask).not.toHaveBeenCalled()
  })
  it('sends the token of the preview, whether or not it had to ask', async () => {
    const preview = () => Promise.resolve(nothing)
    expect(await confirmedBy(askFirst({ preview, ...dialog({ ask: true }) }))).toEqual({ expectedConsequences: nothing.token })
    const silent = dialog({})
    expect(await confirmedBy(askFirst({ preview, ...silent, onlyIf: () => false }))).toEqual({
      expectedConsequences: nothing.token,
    })
    expect(silent.ask).not.toHaveBeenCalled()
    expect(await confirmedBy(askFirst({ preview, ...dialog({ ask: false }) }))).toBeUndefined()
  })
  it('sends the token of what the admin saw last, when it changed while the question was open', async () => {
    const sawLast = { ...nothing, token: 'b'.repeat(32) }
    const answer = askFirst({ preview: () => Promise.resolve(nothing), ...dialog({ sawLast }) })
    expect(await confirmedBy(answer)).toEqual({ expectedConsequences: sawLast.token })
  })
  it('sends a call that would be refused with a token that cannot match, so that it is never made without a question', async () => {
    const asked = dialog({})
    const confirmed = await confirmedBy(askFirst({ preview: () => Promise.reject(refusal), ...asked }))
    expect(confirmed?.expectedConsequences).toMatch(/^0{32}$/)
    expect(asked.ask).not.toHaveBeenCalled()
    expect(asked.askToRetry).not.toHaveBeenCalled()
  })
})

describe('the consequences of a bulk action in parts', () => {
  const parts = [
    { ...nothing, out: named(1, 2), alive_after: 3, members: 1, messages: { mails: 2, pushes: 0 } },
    { ...nothing, out: named(3), alive_after: 4, members: 1, refused: 2, messages: { mails: 1, pushes: 1 } },
  ]
  it('are added up', () => {
    expect(mergeConsequences([])).toBeUndefined()
    expect(mergeConsequences(parts)).toMatchObject({
      out: named(1, 2, 3),
      alive_before: 5,
      alive_after: 2,
      members: 2,
      refused: 2,
      messages: { mails: 3, pushes: 1 },
    })
  })
  it('are exceeded by a call that puts out somebody else, locks a week, or makes a champion', () => {
    const confirmed = mergeConsequences(parts) ?? nothing
    const isTaken = (found: Consequences) => confirmedWithin(found, confirmed) !== undefined
    expect(isTaken({ ...nothing, out: named(2) })).toBe(true)
    expect(isTaken(nothing)).toBe(true)
    expect(isTaken({ ...nothing, out: named(4) })).toBe(false)
    expect(isTaken({ ...nothing, returned: named(1) })).toBe(false)
    expect(isTaken({ ...nothing, locks: [{ week_id: 1, without_pick: 0 }] })).toBe(false)
    expect(isTaken({ ...nothing, champions_after: named(5) })).toBe(false)
  })
})
