import type { Socket } from 'socket.io-client'

/** How long a connection may bring nothing, in milliseconds. The pool sends something at least every 25 seconds. */
const SILENCE_MS = 45_000
const CHECK_MS = 5_000

interface SilenceOptions {
  /** The device's clock, in milliseconds: timers stop while a phone sleeps. */
  readonly now: () => number
  /** Called when something arrives. */
  readonly onHeard: () => void
}

/**
 * Replaces a connection that has brought nothing for 45 seconds, because it is dead and nobody has said so. The new one joins all topics
 * again, and what changed in between is fetched.
 */
export function endWhenSilent(socket: Pick<Socket, 'io' | 'connected' | 'disconnect'>, { now, onHeard }: SilenceOptions): void {
  let heardAt = now()
  const hear = (): void => {
    heardAt = now()
    onHeard()
  }
  socket.io.on('open', () => {
    hear()
    socket.io.engine.on('packet', hear)
  })
  const check = (): void => {
    if (socket.connected && now() - heardAt >= SILENCE_MS) socket.disconnect().connect()
  }
  setInterval(check, CHECK_MS)
  document.addEventListener('visibilitychange', check)
}
