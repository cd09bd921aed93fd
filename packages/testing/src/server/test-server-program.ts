import { readConfig } from '@outlast/server/config'
import { createServer, type OutlastServer } from '@outlast/server/app'
import { onShutdown } from '@outlast/server/shutdown'
import { webFolder } from './web-folder.ts'

// One of a test pool's servers, as apps/server/src/main.ts starts it. But passwords cost next to nothing, as everybody of a test registers, and
// answers are checked against the contract: one that breaks it becomes a failure.

const started: { server?: Promise<OutlastServer> } = {}
onShutdown(async () => (await started.server)?.stop())
const config = { ...readConfig(), passwordCost: 4 }
started.server = createServer(config, config.databaseUrl ?? '', { webFolder, onBreach: (breach) => console.error(breach) })
await started.server
