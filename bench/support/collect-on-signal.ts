import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Imported by a measured process: SIGUSR2 makes it collect its heap, so that garbage does not count as memory.

process.on('SIGUSR2', () => {
  setFlagsFromString('--expose-gc')
  // Not before the signal: with a second context V8 drops compiled code whenever the process is idle, which cost 15 % of the picks per second.
  const collect = runInNewContext('gc') as () => void
  collect()
})
