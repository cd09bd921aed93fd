import { readConfig } from '../config/config.ts'
import { DEMO_LOGIN, runDemo } from '../demo/run-demo.ts'
import { onShutdown } from '../lib/shutdown.ts'
import { commandLine, Found, runCommandLine, say } from './terminal.ts'

const program = commandLine(
  'demo',
  'Opens a throw-away pool in mid-season and plays it a Sunday in a few minutes: lock, reveal, scores, eliminations, a correction.',
)
  .option('--entries <number>', 'entries in the pool', wholeNumber(3, 3_000), 300)
  .option('--lock-in <seconds>', 'until the week locks', wholeNumber(5, 3_600), 60)
  .option('--speed <number>', 'minutes of the game day in a minute; 240 plays it in four minutes', wholeNumber(1, 5_000), 240)
  .action(play)

interface Options {
  readonly entries: number
  readonly lockIn: number
  readonly speed: number
}

async function play({ entries, lockIn, speed }: Options): Promise<void> {
  say('Making a pool in mid-season …')
  const starting = runDemo({ config: readConfig(), entries, lockInSeconds: lockIn, speed, say })
  onShutdown(() =>
    starting.then(
      (demo) => demo.stop(),
      () => {},
    ),
  )
  const demo = await starting
  say('')
  say(`  Open the demo at ${demo.url.replace('127.0.0.1', 'localhost')}/`)
  say(
    `  Sign in as ${DEMO_LOGIN.member} (a member who has not picked yet) or ${DEMO_LOGIN.admin}, password ${DEMO_LOGIN.password}`,
  )
  say(`  The week locks in ${lockIn} seconds. Stop with Ctrl-C: nothing is kept.`)
  say('')
  await demo.played
}

function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < least || value > most)
      throw new Found(`Give a whole number from ${least} to ${most}, not ${text}`)
    return value
  }
}

await runCommandLine(program)
