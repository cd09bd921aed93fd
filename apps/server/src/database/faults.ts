/** SQLSTATE classes and codes of errors that affect every client and may pass (PostgreSQL, Appendix A "Error Codes"). */
const UNAVAILABLE_CLASSES = ['08', '53', '58']
const UNAVAILABLE_CODES = new Set(['57P01', '57P02', '57P03', '57P05', '57014', '55P03', '25006', '40001', '40P01'])
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** How it fails to write read models that another version has rebuilt (packages/projections, `ifOwnVersion`). */
const NOT_NULL_VIOLATION = '23502'
/** Errors that pg reports without a code. */
const UNAVAILABLE_MESSAGES =
  /connection terminated|timeout expired|timeout exceeded when trying to connect|client has encountered a connection error|not queryable|query read timeout|connection is closed/i

/**
 * Returns whether an error means that the database cannot serve now (unreachable, restarting, full, out of connections, too
 * slow), rather than that the statement was wrong.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (NETWORK_CODES.has(code) || UNAVAILABLE_CODES.has(code)) return true
  if (code === NOT_NULL_VIOLATION && 'table' in error && error.table === 'checkpoint') return true
  if (code.length === 5 && UNAVAILABLE_CLASSES.includes(code.slice(0, 2))) return true
  return UNAVAILABLE_MESSAGES.test(error.message)
}
