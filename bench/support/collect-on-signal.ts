import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Imported by a measured process: SIGUSR2 makes it collect its heap, so that garbage does not count as memory.

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
process.on('SIGUSR2', collect)
