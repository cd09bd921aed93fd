import { type PoolState, waitingActions } from '../state/state.ts'
import type { Position, UserId } from '../values/ids.ts'
import type { Handlers } from './patches.ts'

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
  ActionConfirmed: endWaiting,
  ActionRefused: endWaiting,
  ActionWithdrawn: endWaiting,
  ActionDoneAlone: endWaiting,
} satisfies Partial<Handlers>

/** What an admin asked for ends with the right, also if it is given again before it would have lapsed (docs/rules.md §11.12). */
export function endWaitingOf(state: PoolState, askedBy: UserId): void {
  state.waiting = state.waiting.filter((action) => action.askedBy !== askedBy)
}

function endWaiting(state: PoolState, { data }: { readonly data: { readonly asked: Position } }): void {
  state.waiting = state.waiting.filter(({ id }) => id !== data.asked)
}
