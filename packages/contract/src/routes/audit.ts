import {
  auditAt,
  auditAtParams,
  auditHashes,
  auditHashesQuery,
  auditHead,
  auditHeads,
  auditHeadsQuery,
  auditPage,
  auditQuery,
} from '../rest/audit.ts'
import { route } from '../route.ts'

const audit = { access: 'public', tag: 'audit' } as const

export const auditRoutes = {
  listAudit: route('listAudit', {
    ...audit,
    summary: 'The event log as sentences, in pages',
    description:
      'Visitors see public events, members also events about themselves, admins also accounts and payments. Only their owner sees the picks of an open week. Newest first; with `after`, oldest first from that position.',
    query: auditQuery,
    responses: { 200: auditPage },
    isCostly: true,
  }),
  auditHead: route('auditHead', { ...audit, summary: 'The head of the hash chain', responses: { 200: auditHead } }),
  auditHeads: route('auditHeads', {
    ...audit,
    summary: 'The heads that the server signed',
    description: 'Newest first, at most 1,000 an answer. The server signs the head at each lock, once a day, and when it starts.',
    query: auditHeadsQuery,
    responses: { 200: auditHeads },
  }),
  auditHashes: route('auditHashes', {
    ...audit,
    summary: 'The hashes of the events after `from` up to `to`',
    description:
      'At most 1,000 an answer, oldest first, and none beyond the head. With them, a client that knows one head can check that a later one continues it, without learning what the events say. `form=short` leaves out the hashes that follow from the event before.',
    query: auditHashesQuery,
    isCostly: true,
    responses: { 200: auditHashes },
  }),
  auditAt: route('auditAt', {
    ...audit,
    summary: 'The state of the pool after an event',
    params: auditAtParams,
    responses: { 200: auditAt },
    errors: ['position_not_found'],
    isCostly: true,
  }),
}
