/** The JWT secret of every server that tests, benchmarks and fault scenarios start, so that a token is valid on all of them. */
export const JWT_SECRET = 'a secret for tests only, 0123456789abcdef'
