import { spawn } from 'node:child_process'
import { readServiceManager } from '../config/config.ts'

/** How many signs of life fit into the time after which systemd restarts the service. */
const SIGNS = 3

/**
 * Tells systemd, if it started this process as a service of `Type=notify`, that the pool is ready, and from then on that it is alive.
 * Node.js has no datagram sockets for this, so systemd's own program sends the messages. A process that hangs sends none.
 */
export function tellServiceManager(onError: (message: string) => void): void {
  const manager = readServiceManager()
  if (manager === undefined) return
  const send = (...messages: readonly string[]): void => {
    spawn('systemd-notify', messages, { stdio: 'ignore' }).on('error', ({ message }) =>
      onError(`systemd was not told that the pool is alive: ${message}`),
    )
  }
  send('READY=1')
  if (manager.watchdogMs !== undefined) setInterval(() => send('WATCHDOG=1'), manager.watchdogMs / SIGNS).unref()
}
