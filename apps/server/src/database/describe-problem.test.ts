import { describe, expect, it } from 'vitest'
import { describeDatabaseProblem } from './describe-problem.ts'

const failure = (code: string, message = `connect ${code}`): Error => Object.assign(new Error(message), { code })
const URL_OF_POOL = 'postgres://owner:hunter22@db.club.example:6543/pool'
const describeFor = (error: unknown, connectionString = URL_OF_POOL, isEmbedded = false): string =>
  describeDatabaseProblem({ connectionString, isEmbedded }, error)

describe('describeDatabaseProblem', () => {
  it('names host, port and database, and says what to do', () => {
    expect(describeFor(failure('ECONNREFUSED'))).toBe(
      'The database "pool" on db.club.example, port 6543 cannot be reached: nothing accepts connections there. ' +
        'Check that PostgreSQL is running and that DATABASE_URL names the right host and port. A running server reconnects automatically',
    )
  })

  it('names the socket of the embedded database', () => {
    const text = describeFor(failure('ENOENT'), 'postgres://outlast:secret@/outlast?host=/data/run&port=5432', true)
    expect(text).toContain('"outlast" on the socket in /data/run cannot be reached: there is no such socket. Outlast restarts')
  })

  it('describes an error of a host with several addresses, which has no message', () => {
    expect(describeFor(new AggregateError([failure('ECONNREFUSED'), failure('ECONNREFUSED')]))).toContain(
      'nothing accepts connections there',
    )
  })

  it('keeps the message of other errors, and reveals no user or password', () => {
    for (const error of [
      failure('53300', 'sorry'),
      failure('X', 'no response within 2.5 s'),
      new Error('timeout expired'),
      'odd',
    ]) {
      expect(describeFor(error)).not.toMatch(/owner|hunter22/)
    }
    expect(describeFor(failure('X', 'no response within 2.5 s'))).toContain('cannot be reached: no response within 2.5 s.')
  })
})
