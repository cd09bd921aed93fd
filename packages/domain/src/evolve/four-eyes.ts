import { type PoolState, waitingActions } from '../state/state.ts'
import type { Position } from '../values/ids.ts'
import { type Handlers, patchUser } from './patches.ts'

export const FOUR_EYES_HANDLERS = {
  FourEyesSwitched: (state, { data }) => {
    state.fourEyes = data.isOn
  },
  ActionRequested: (state, { data, position, recordedAt }) => {
    const { userId: askedBy, ...asked } = data
    const tokenVersion = state.users.get(askedBy)?.tokenVersion ?? 0
    const others = waitingActions(state, recordedAt)
    state.waiting = [...others, { id: position, askedBy, tokenVersion, askedAt: recordedAt, ...asked }]
  },
  /** An admin's requests end with the right for good: granting it again revives none of them (docs/rules.md §11.12). */
  AdminRevoked: (state, { data: { userId } }) => {
    patchUser(state, userId, () => ({ isAdmin: false }))
    state.waiting = state.waiting.filter(({ askedBy }) => askedBy !== userId)
  },
  ActionConfirmed: endWaiting,
  ActionRefused: endWaiting,
  ActionWithdrawn: endWaiting,
  ActionDoneAlone: endWaiting,
} satisfies Partial<Handlers>

function endWaiting(state: PoolState, { data }: { readonly data: { readonly asked: Position } }): void {
  state.waiting = state.waiting.filter(({ id }) => id !== data.asked)
}
