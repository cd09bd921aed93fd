/** The benchmark's own secret; at least 32 bytes, as the server wants it. */
export const JWT_SECRET = 'a secret of the benchmark, at least 32 bytes long'
