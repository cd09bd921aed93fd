import { auditAt, auditAtParams, auditHead, auditPage, auditQuery } from '../rest/audit.ts'
import { route } from '../route.ts'

const audit = { access: 'public', tag: 'audit' } as const

export const auditRoutes = {
  listAudit: route('listAudit', {
    ...audit,
    summary: 'The event log for people, a page at a time',
    description:
      'Visitors see what is public, members also what concerns themselves, admins also accounts and payments. Picks of open weeks are seen by their owners alone. Newest first; with `after`, oldest first from there.',
    query: auditQuery,
    responses: { 200: auditPage },
  }),
  auditHead: route('auditHead', { ...audit, summary: 'The hash chain’s head', responses: { 200: auditHead } }),
  auditAt: route('auditAt', {
    ...audit,
    summary: 'The pool as it stood after an event',
    params: auditAtParams,
    responses: { 200: auditAt },
    errors: ['position_not_found'],
  }),
}
