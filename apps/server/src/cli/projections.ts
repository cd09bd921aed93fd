import { rebuildProjections } from '../log/projections.ts'
import { checkReadModels } from './check-read-models.ts'
import { withDatabase } from './database.ts'
import { commandLine, endProgress, progressLine, printMessage } from './terminal.ts'

export const program = commandLine(
  'projections',
  'Writes and checks the tables for readers of SQL, which are derived from the log.',
)

program
  .command('rebuild')
  .description('Write each row that differs from the log; the pool keeps running')
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
  .description('Compare each row with the log; exit with 1 on a difference')
  .action(() => withDatabase(({ db }) => checkReadModels(db)))
