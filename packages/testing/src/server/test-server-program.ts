import { createServer, type OutlastServer } from '@outlast/server/app'
import { readConfig } from '@outlast/server/config'
import { onShutdown } from '@outlast/server/shutdown'
import { CHEAP_PASSWORDS } from './config.ts'
import { webFolder } from './web-folder.ts'

// One of the servers of a test pool behind nginx. Unlike apps/server/src/main.ts, it hashes passwords cheaply, and prints an
// error for every response that violates the contract.

const starting: { server?: Promise<OutlastServer> } = {}
onShutdown(async () => (await starting.server)?.stop())
const config = { ...readConfig(), ...CHEAP_PASSWORDS }
starting.server = createServer(config, config.databaseUrl ?? '', { webFolder, onBreach: (breach) => console.error(breach) })
await starting.server
