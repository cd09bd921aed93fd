import type { Kysely } from 'kysely'
import { count } from '@outlast/contract/words'
import type { Tables } from '../database/tables.ts'
import { checkProjections } from '../log/projections.ts'
import { CommandError, endProgress, printMessage, progressLine } from './terminal.ts'

const MAX_SHOWN = 50

/**
 * Compares the read models with the log and prints each difference.
 *
 * @throws CommandError if there are differences; UncheckableReadModels
 */
export async function checkReadModels(db: Kysely<Tables>): Promise<void> {
  const line = progressLine('checked')
  let shown = 0
  const { position, differences } = await checkProjections(db, {
    onProgress: ({ events, eventsPerSecond }) => line(events, `${eventsPerSecond} per second`),
    onDifference: ({ table, key, kind, columns }) => {
      shown += 1
      if (shown <= MAX_SHOWN)
        printMessage(`${table} ${JSON.stringify(key)}: ${kind}${columns.length === 0 ? '' : ` (${columns.join(', ')})`}`)
    },
  })
  endProgress()
  if (differences > 0)
    throw new CommandError(`The read models differ from the log in ${count(differences, 'row')} at position ${position}`)
  printMessage(`The read models match the log at position ${position}`)
}
