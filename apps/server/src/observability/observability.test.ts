import pg from 'pg'
import * as z from 'zod'
import { describe, expect, it } from 'vitest'
import { describeError } from './describe-error.ts'
import { createLogger } from './logger.ts'
import { createMetrics, createRecorders } from './metrics.ts'

describe('describeError', () => {
  it('returns the type, message, stack and cause', () => {
    const logged = describeError(new TypeError('outer', { cause: Object.assign(new Error('inner'), { code: 'ECONNREFUSED' }) }))
    expect(logged).toMatchObject({
      type: 'TypeError',
      message: 'outer',
      cause: { type: 'Error', message: 'inner', code: 'ECONNREFUSED' },
    })
    expect(logged.stack).toContain('observability.test.ts')
    expect(logged.stack).not.toContain('outer')
  })

  it('omits text that quotes rows, bodies or input', () => {
    const row = new pg.DatabaseError('invalid input syntax for type bigint: "ann@club.example"', 10, 'error')
    Object.assign(row, {
      severity: 'ERROR',
      code: '22P02',
      detail: 'Key (email)=(ann@club.example)',
      constraint: 'accounts_email_key_key',
      where: 'ann@club.example',
    })
    const parsing = (() => {
      try {
        return JSON.parse('ann@club.example')
      } catch (error) {
        return error
      }
    })()
    const schema = z.strictObject({}).safeParse({ 'ann@club.example': 1 }).error
    for (const error of [
      row,
      parsing,
      schema,
      new Error('outer', { cause: row }),
      'ann@club.example',
      { email: 'ann@club.example' },
    ]) {
      expect(JSON.stringify(describeError(error))).not.toContain('ann@')
    }
    expect(describeError(row)).toMatchObject({
      message: 'invalid input syntax for type bigint: "…"',
      code: '22P02',
      constraint: 'accounts_email_key_key',
    })
  })

  it('has the words of PostgreSQL for faults of the database itself, and no values of rows', () => {
    const fault = (code: string, message: string, more: object = {}) =>
      describeError(Object.assign(new pg.DatabaseError(message, 10, 'error'), { severity: 'ERROR', code, ...more }))
    const missing = fault('42P01', 'relation "mail_outbox" does not exist', { hint: 'Perhaps another schema.' })
    expect(missing).toMatchObject({
      message: 'relation "mail_outbox" does not exist',
      code: '42P01',
      hint: 'Perhaps another schema.',
    })
    expect(fault('40P01', 'deadlock detected', { detail: 'Process 1 waits for ShareLock' })).toMatchObject({
      message: 'deadlock detected',
      detail: 'Process 1 waits for ShareLock',
    })
    const taken = fault('23505', 'duplicate key value violates unique constraint "accounts_key"', {
      detail: 'Key (email)=(ann@club.example)',
    })
    expect(taken.message).toBe('duplicate key value violates unique constraint "accounts_key"')
    const failing = fault('23514', 'new row violates check constraint "c"', {
      detail: 'Failing row contains (ann@club.example)',
      hint: 'ann@',
    })
    const raised = fault('P0001', 'an event cannot be changed', { detail: 'ann@', hint: 'ann@' })
    const quoted = fault('22007', 'invalid input syntax for type date: "a "quoted" ann@club.example"')
    for (const error of [taken, failing, quoted]) expect(JSON.stringify(error)).not.toContain('ann@')
    expect(raised).not.toHaveProperty('detail')
  })

  it('limits the depth of causes', () => {
    const circular = new Error('round')
    circular.cause = circular
    expect(JSON.stringify(describeError(circular)).match(/round/g)).toHaveLength(6)
  })
})

describe('createLogger', () => {
  it('redacts secrets in objects that should not be logged', () => {
    const lines: string[] = []
    const log = createLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } })
    log.info({ email: 'ann@club.example', body: { password: 'hunter22', token: 'eyJ' }, err: new Error('boom') }, 'words')
    log.debug('not this')
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toMatch(/ann@|hunter22|eyJ/)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', msg: 'words', err: { message: 'boom' } })
  })
})

describe('createMetrics', () => {
  const sources = {
    queueLength: () => 3,
    logPosition: () => 90,
    headPosition: () => 95,
    headMismatch: () => undefined,
    passwordsWaiting: () => 2,
    clockAheadSeconds: () => -45,
    connections: () => 7,
    sockets: () => 4,
  }
  const slow = {
    outbox: () => Promise.resolve({ waiting: 5, givenUp: 1, oldestWaitingSeconds: 60, resting: 2 }),
    feed: () => Promise.resolve({ failures: 2, secondsSinceRequest: 30 }),
    backup: () => Promise.resolve({ failures: 4, secondsSinceSuccess: 50 }),
  }

  it('reports requests by route, and the state of the process', async () => {
    const recorders = createRecorders()
    const render = createMetrics(recorders, sources, slow)
    recorders.onRequest({ method: 'POST', route: 'submitPick', status: 201, seconds: 0.004 })
    recorders.onRequest({ method: 'POST', route: 'submitPick', status: 201, seconds: 0.004 })
    recorders.onRequest({ method: 'PROPFIND', route: 'unknown', status: 404, seconds: 0.001 })
    recorders.onBatch(40)
    const { contentType, text } = await render()
    expect(contentType).toContain('text/plain')
    for (const line of [
      'outlast_http_request_duration_seconds_count{method="POST",route="submitPick",status="201"} 2',
      'outlast_http_request_duration_seconds_bucket{le="0.005",method="POST",route="submitPick",status="201"} 2',
      'outlast_http_request_duration_seconds_count{method="other",route="unknown",status="404"} 1',
      'outlast_batch_size_sum 40',
      'outlast_queue_length 3',
      'outlast_clock_ahead_seconds -45',
      'outlast_log_position 90',
      'outlast_tail_lag_events 5',
      'outlast_passwords_waiting 2',
      'outlast_connections 7',
      'outlast_sockets 4',
      'outlast_mails_waiting 5',
      'outlast_mails_given_up 1',
      'outlast_mails_oldest_seconds 60',
      'outlast_endpoints_resting 2',
      'outlast_feed_failures 2',
      'outlast_feed_asked_seconds 30',
      'outlast_backup_failures 4',
      'outlast_backup_age_seconds 50',
    ])
      expect(text).toContain(line)
  })

  it('reports the other metrics while the database is unreachable', async () => {
    const unreachable = () => Promise.reject(new Error('unreachable'))
    const { text } = await createMetrics(createRecorders(), sources, {
      outbox: unreachable,
      feed: unreachable,
      backup: unreachable,
    })()
    expect(text).toContain('outlast_queue_length 3')
  })
})
