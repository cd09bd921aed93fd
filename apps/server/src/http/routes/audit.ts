import { auditPage } from '@outlast/projections'
import { readHead } from '../../log/read.ts'
import type { Replays } from '../../replay/replays.ts'
import { handlers } from '../handler.ts'
import { HttpError } from '../../lib/http-error.ts'
import type { ReadDependencies } from './read-dependencies.ts'

export interface AuditDependencies extends Pick<ReadDependencies, 'db'> {
  readonly replays: Pick<Replays, 'at'>
}

/** The audit trail, the head of the hash chain, and the pool as of earlier positions. */
export function auditRoutes({ db, replays }: AuditDependencies) {
  return handlers({
    listAudit: async ({ query }, { viewer }) => ({ status: 200, body: await auditPage(db, viewer, query) }),
    auditHead: async () => {
      const { position, hash } = await readHead(db)
      return { status: 200, body: { position, hash } }
    },
    auditAt: async ({ params }) => {
      // Anyone can ask for positions that do not exist; they must not occupy the worker thread of the replays.
      if (params.position > (await readHead(db)).position) throw new HttpError('position_not_found')
      const found = await replays.at(params.position)
      if (found === undefined) throw new HttpError('position_not_found')
      return { status: 200, body: found }
    },
  })
}
