import { auditAt, auditAtParams, auditHead, auditPage, auditQuery } from '../rest/audit.ts'
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
  }),
  auditHead: route('auditHead', { ...audit, summary: 'The head of the hash chain', responses: { 200: auditHead } }),
  auditAt: route('auditAt', {
    ...audit,
    summary: 'The state of the pool after an event',
    params: auditAtParams,
    responses: { 200: auditAt },
    errors: ['position_not_found'],
  }),
}
