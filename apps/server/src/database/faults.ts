/** SQLSTATE classes and codes that mean: not now, for nobody. Source: PostgreSQL's appendix "Error Codes". */
const AWAY_CLASSES = ['08', '53', '58']
const AWAY_CODES = new Set(['57P01', '57P02', '57P03', '57P05', '57014', '55P03', '25006', '40001', '40P01'])
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
/** What pg says in words only. */
const AWAY_WORDS =
  /connection terminated|timeout expired|timeout exceeded when trying to connect|client has encountered a connection error|not queryable|query read timeout|connection is closed/i

/**
 * Whether an error says that the database can't serve now (away, restarting, full, out of connections, too slow),
 * rather than that the question was wrong.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (NETWORK_CODES.has(code) || AWAY_CODES.has(code)) return true
  if (code.length === 5 && AWAY_CLASSES.includes(code.slice(0, 2))) return true
  return AWAY_WORDS.test(error.message)
}
