import { create } from 'zustand'

/** Whether the pool did not answer in time when it was last asked. */
export const usePoolSilence = create<boolean>()(() => false)

/** The pool has sent something. */
export const notePoolHeard = (): void => usePoolSilence.setState(false, true)

/** A request is over without an answer, and its time limit ended it. */
export const notePoolSilent = (): void => usePoolSilence.setState(true, true)
