import * as z from 'zod'
import { serviceChecks } from '../rest/admin/checks.ts'
import { health, readiness } from '../rest/system.ts'
import { route } from '../route.ts'

const service = { access: 'public', tag: 'service' } as const

export const serviceRoutes = {
  health: route('health', { ...service, summary: 'The process is alive', responses: { 200: health } }),
  readiness: route('readiness', {
    ...service,
    summary: 'The process can serve; 503 with the same body when it cannot',
    responses: { 200: readiness },
  }),
  metrics: route('metrics', {
    ...service,
    summary: 'Prometheus metrics',
    description: 'Available from the server’s own machine, or with `METRICS_TOKEN` as the bearer token; 404 otherwise.',
    responses: { 200: { contentType: 'text/plain' } },
    errors: ['not_found'],
  }),
  checks: route('checks', {
    ...service,
    summary: 'What the pool finds when it checks itself now',
    description:
      'For the command `doctor`, which derives the bearer token from the secret of the server; 404 without it. `settings` has a hash of each setting.',
    responses: { 200: serviceChecks },
    errors: ['not_found'],
  }),
  openapi: route('openapi', {
    ...service,
    summary: 'This description (OpenAPI 3.1)',
    responses: { 200: z.record(z.string(), z.unknown()) },
  }),
  docs: route('docs', { ...service, summary: 'This description as a page', responses: { 200: { contentType: 'text/html' } } }),
  docsStyle: route('docsStyle', { ...service, summary: 'The page’s style', responses: { 200: { contentType: 'text/css' } } }),
}
