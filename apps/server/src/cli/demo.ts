import { readConfig } from '../config/config.ts'
import { DEMO_LOGIN, runDemo } from '../demo/run-demo.ts'
import { onShutdown } from '../lib/shutdown.ts'
import { commandLine, printMessage, wholeNumber } from './terminal.ts'

export const program = commandLine(
  'demo',
  'Starts a temporary pool in mid-season and plays a Sunday in a few minutes: lock, reveal, scores, eliminations, a correction.',
)
  .option('--entries <number>', 'entries in the pool', wholeNumber(3, 3_000), 300)
  .option('--lock-in <seconds>', 'seconds until the week locks', wholeNumber(5, 3_600), 180)
  .option('--speed <number>', 'minutes of the game day per real minute; 240 plays it in four minutes', wholeNumber(1, 5_000), 240)
  .action(play)

interface Options {
  readonly entries: number
  readonly lockIn: number
  readonly speed: number
}

async function play({ entries, lockIn, speed }: Options): Promise<void> {
  printMessage('Creating a pool in mid-season …')
  const starting = runDemo({ config: readConfig(), entries, lockInSeconds: lockIn, speed, print: printMessage })
  onShutdown(() =>
    starting.then(
      (demo) => demo.stop(),
      () => {},
    ),
  )
  const demo = await starting
  printMessage('')
  printMessage(`  Open the demo at ${demo.url}/`)
  printMessage(
    `  Sign in as ${DEMO_LOGIN.member} (a member who has not picked yet) or ${DEMO_LOGIN.admin}, password ${DEMO_LOGIN.password}`,
  )
  printMessage(`  The week locks in ${lockIn} seconds. Stop with Ctrl-C; the pool is then deleted.`)
  printMessage('')
  await demo.played
}
