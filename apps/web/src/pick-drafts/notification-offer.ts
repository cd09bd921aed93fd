import { create } from 'zustand'
import { getStored, setStored } from '../lib/local-storage.ts'

/** `open`: a pick was saved on this device, and the member has not decided yet. `done`: never again. */
const KEY = 'notification-offer'

const useStore = create(() => ({ isOpen: getStored(KEY) === 'open' }))

/** Whether the dashboard offers messages on this device. */
export const useNotificationOffer = (): boolean => useStore(({ isOpen }) => isOpen)

/** Offers messages after the first pick that is saved on this device. */
export function offerNotifications(): void {
  if (getStored(KEY) !== undefined) return
  setStored(KEY, 'open')
  useStore.setState({ isOpen: true })
}

export function endNotificationOffer(): void {
  setStored(KEY, 'done')
  useStore.setState({ isOpen: false })
}
