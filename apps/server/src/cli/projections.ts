import { check, readLog } from '@outlast/projections'
import { rebuildProjections } from '../log/projections.ts'
import { withDatabase } from './database.ts'
import { commandLine, endProgress, CommandError, progressLine, runCommandLine, printMessage } from './terminal.ts'

const MAX_SHOWN = 50

const program = commandLine('projections', 'Rebuilds and checks the read models, which are derived from the log.')

program
  .command('rebuild')
  .description('Rebuild the read models next to the live ones and switch over; the pool keeps running')
  .action(() =>
    withDatabase(async ({ db }) => {
      const line = progressLine('rebuilt')
      const result = await rebuildProjections(db, ({ events, eventsPerSecond }) => line(events, `${eventsPerSecond} per second`))
      endProgress()
      printMessage(
        `Rebuilt from ${result.events} events in ${result.seconds.toFixed(1)} s: ${result.eventsPerSecond} events per second`,
      )
    }),
  )

program
  .command('check')
  .description('Build the read models a second time and compare them with the live ones row by row; exit with 1 on a difference')
  .action(() =>
    withDatabase(async ({ db }) => {
      const line = progressLine('checked')
      let shown = 0
      const { position, differences } = await check({
        db,
        read: readLog,
        onProgress: ({ events, eventsPerSecond }) => line(events, `${eventsPerSecond} per second`),
        onDifference: ({ table, key, kind, columns }) => {
          shown += 1
          if (shown <= MAX_SHOWN)
            printMessage(`${table} ${JSON.stringify(key)}: ${kind}${columns.length === 0 ? '' : ` (${columns.join(', ')})`}`)
        },
      })
      endProgress()
      if (differences > 0)
        throw new CommandError(`The read models differ from the log in ${differences} rows at position ${position}`)
      printMessage(`The read models match the log at position ${position}`)
    }),
  )

await runCommandLine(program)
