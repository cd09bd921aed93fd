import { check, readLog } from '@outlast/projections'
import { rebuildProjections } from '../log/projections.ts'
import { withDatabase } from './database.ts'
import { commandLine, endProgress, Found, progressLine, runCommandLine, say } from './terminal.ts'

const MAX_SHOWN = 50

const program = commandLine('projections', 'Looks after the read models: everything that is read follows from the log.')

program
  .command('rebuild')
  .description('Make the read models anew from the log beside the live ones, and put them in their place; the pool goes on')
  .action(() =>
    withDatabase(async ({ db }) => {
      const line = progressLine('rebuilt')
      const done = await rebuildProjections(db, ({ events, eventsPerSecond }) => line(events, `${eventsPerSecond} a second`))
      endProgress()
      say(`Rebuilt from ${done.events} events in ${done.seconds.toFixed(1)} s: ${done.eventsPerSecond} events a second`)
    }),
  )

program
  .command('check')
  .description('Make the read models a second time and compare them row by row with the live ones; exit 1 on a difference')
  .action(() =>
    withDatabase(async ({ db }) => {
      const line = progressLine('checked')
      let shown = 0
      const { position, differences } = await check({
        db,
        read: readLog,
        onProgress: ({ events, eventsPerSecond }) => line(events, `${eventsPerSecond} a second`),
        onDifference: ({ table, key, kind, columns }) => {
          shown += 1
          if (shown <= MAX_SHOWN)
            say(`${table} ${JSON.stringify(key)}: ${kind}${columns.length === 0 ? '' : ` (${columns.join(', ')})`}`)
        },
      })
      endProgress()
      if (differences > 0) throw new Found(`The read models differ from the log in ${differences} rows at position ${position}`)
      say(`The read models are what the log says, at position ${position}`)
    }),
  )

await runCommandLine(program)
