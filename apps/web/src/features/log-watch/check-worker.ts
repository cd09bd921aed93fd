import { hashing } from '../../lib/hashing.ts'
import { addMissingFunctions } from '../../lib/old-browsers.ts'
import { pauseFor } from '../../lib/read-until-certain.ts'
import { checkSources } from './check-sources.ts'
import type { CheckMessage, CheckTask } from './check-task.ts'
import { CheckTasks } from './check-tasks.ts'
import { isSigned } from './signature.ts'

// Follows the log and recomputes proofs, one task after another, so that the page stays responsive.

addMissingFunctions()

const say = (message: CheckMessage<CheckTask['kind']>): void => postMessage(message)

const tasks = new CheckTasks({
  sourcesOf: ({ token }) => checkSources({ baseUrl: '', token }),
  hashing,
  isSigned,
  pause: pauseFor,
  onSuspicion: (suspicion) => say({ suspicion }),
})

addEventListener('message', ({ data: task }: MessageEvent<CheckTask>) => {
  tasks.run(task).then(
    (result) => say({ result }),
    (error: unknown) => say({ failure: String(error) }),
  )
})
