import { readConfig } from '../config/config.ts'
import { DEMO_LOGIN, runDemo } from '../demo/run-demo.ts'
import { onShutdown } from '../lib/shutdown.ts'
import { commandLine, printMessage, wholeNumber } from './terminal.ts'

export const program = commandLine(
  'demo',
  'Starts a temporary pool in mid-season and plays a Sunday in four minutes: lock, reveal, scores, eliminations, a correction.',
)
  .option('--final', 'play the last week of a season, which ends with a champion')
  .option('--entries <number>', 'entries in the pool', wholeNumber(6, 3_000), 300)
  .option('--lock-in <seconds>', 'seconds from the first visitor until the week locks', wholeNumber(5, 3_600), 60)
  .option(
    '--speed <number>',
    'minutes of the game day per real minute; 320 plays it in three minutes',
    wholeNumber(1, 5_000),
    320,
  )
  .option('--at-once', 'start the countdown without waiting for a visitor')
  .action(play)

interface Options {
  readonly final?: true
  readonly entries: number
  readonly lockIn: number
  readonly speed: number
  readonly atOnce?: true
}

async function play({ final, entries, lockIn, speed, atOnce }: Options): Promise<void> {
  printMessage('Creating a pool …')
  const starting = runDemo({
    config: readConfig(),
    entries,
    lockInSeconds: lockIn,
    speed,
    isFinal: final === true,
    startsAtOnce: atOnce === true,
    print: printMessage,
  })
  onShutdown(() =>
    starting.then(
      (demo) => demo.stop(),
      () => {},
    ),
  )
  const demo = await starting
  const row = (label: string, text: string): void => printMessage(`  ${label.padEnd(14)}${text}`)
  printMessage('')
  row('Open', `${demo.url}/`)
  row('Member', `${DEMO_LOGIN.member}, password ${DEMO_LOGIN.password}`)
  row('Commissioner', `${DEMO_LOGIN.admin}, the same password`)
  row('Big screen', '/tv, without signing in')
  printMessage('')
  if (atOnce !== true)
    printMessage('  The countdown starts when the first page is open. Stop with Ctrl-C, which deletes the pool.')
  await demo.played
}
