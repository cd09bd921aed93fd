import { write } from '../api/client.ts'
import { SERVICE_WORKER } from './offline-app.ts'

/** Whether this browser receives push messages of the pool. */
export type PushState =
  | 'on'
  | 'off'
  /** The user refused notifications, which only the browser's settings can change. */
  | 'denied'
  /** An iPhone or iPad offers push only to web apps on the home screen. */
  | 'needs-home-screen'
  | 'unsupported'

/** Reads the state of this browser without asking for anything. */
export async function readPushState(): Promise<PushState> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis)) {
    return isAppleMobile() ? 'needs-home-screen' : 'unsupported'
  }
  if (Notification.permission === 'denied') return 'denied'
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  return subscription === undefined || subscription === null ? 'off' : 'on'
}

/** Asks for permission, subscribes this browser, and tells the pool. Returns the resulting state. */
export async function switchPushOn(key: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return Notification.permission === 'denied' ? 'denied' : 'off'
  await navigator.serviceWorker.register(SERVICE_WORKER)
  const registration = await navigator.serviceWorker.ready
  const existing = await registration.pushManager.getSubscription()
  // A subscription for another key, from before the pool's key changed, cannot be used.
  await existing?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = subscription.toJSON()
  if (endpoint === undefined || keys?.['p256dh'] === undefined || keys['auth'] === undefined) return 'unsupported'
  const body = { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] }, device: deviceName() }
  await write('addPushSubscription', { body })
  return 'on'
}

/** Ends this browser's subscription, here and at the pool. */
export async function switchPushOff(): Promise<PushState> {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (subscription === undefined || subscription === null) return 'off'
  await write('removePushSubscription', { body: { endpoint: subscription.endpoint } })
  await subscription.unsubscribe()
  return 'off'
}

function isAppleMobile(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
  )
}

/** What the member calls this device, roughly: `Chrome on Android`. */
function deviceName(): string {
  const { userAgent } = navigator
  const browser = /Firefox|Edg|OPR|Chrome|Safari/.exec(userAgent)?.[0] ?? 'Browser'
  const system = /Android|iPhone|iPad|Windows|Macintosh|Linux/.exec(userAgent)?.[0]
  return system === undefined ? browser : `${browser} on ${system}`
}
