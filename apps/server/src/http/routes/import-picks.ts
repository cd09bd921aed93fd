import { accountsByEmail } from '../../accounts/import-members.ts'
import { emailsIn, IMPORT_REASON, importPastPicks, type ImportablePick, outcomesOf } from '../../imports/import-past-picks.ts'
import { readPastPicks } from '../../imports/past-picks-list.ts'
import { handlers } from '../handler.ts'
import type { ReadDependencies } from './read-dependencies.ts'

/** Imports picks that were made before the pool, or elsewhere: a command for every few entries of the list. */
export function importPicksRoutes({ db, pool }: Pick<ReadDependencies, 'db' | 'pool'>) {
  return handlers({
    importPicks: async ({ body: { csv, dry_run, season_year, reason } }, { submit, newNonce }) => {
      const rows = readPastPicks(csv)
      const accounts = await accountsByEmail(db, emailsIn(rows))
      const importChunk = (picks: readonly ImportablePick[], keySuffix: string) => {
        const data = { picks: picks.map((pick) => ({ ...pick, nonce: newNonce() })), reason: reason ?? IMPORT_REASON }
        return submit('ImportPicks', data, { keySuffix, toResponse: ({ reply }) => outcomesOf(picks, reply.outcomes) })
      }
      const body = await importPastPicks({
        pool: pool(),
        rows,
        accounts,
        seasonYear: season_year,
        importChunk: dry_run ? undefined : importChunk,
      })
      return { status: 200, body }
    },
  })
}
