import { afterDeviceTime } from '../lib/device-clock-timer.ts'
import { api } from '../api/client.ts'
import { mayNow } from './may.ts'
import { arrivalText, type Sending, sendingOf } from './arrival-text.ts'

/** How often, and how many times, a desk looks whether what it sent has been taken. */
const LOOK_EVERY_MS = 500
const LOOKS = 12

/** Looks until nothing of a sending is on its way, for six seconds, and says what became of it. */
async function follow(read: () => Promise<Sending | undefined>): Promise<string> {
  for (let look = 1; ; look += 1) {
    const sending = await read().catch(() => null)
    if (sending === null) return 'On its way'
    if (sending === undefined) return arrivalText({ sent: 0, waiting: 0, failed: 0, written: 0 })
    if (sending.waiting === 0 || look === LOOKS) return arrivalText(sending)
    await new Promise<void>((resolve) => afterDeviceTime(LOOK_EVERY_MS, resolve))
  }
}

/** Says what became of the broadcast that was just queued. */
export const followBroadcast = async (): Promise<string> =>
  mayNow('deliveries') ? follow(async () => (await api.call('deliveries')).broadcasts[0]) : 'On its way'

/** Says what became of the reminder that was just queued. */
export const followReminder = (): Promise<string> =>
  follow(async () => {
    const { reminded } = await api.call('getReminders')
    return reminded[0] && sendingOf(reminded, reminded[0].at)
  })
