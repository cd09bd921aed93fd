// Errors that several folders throw and that http/error-response.ts maps to a status.

/** Too many requests are waiting already, or the server is shutting down. The client should retry later. */
export class Overloaded extends Error {}

/** The database stayed unreachable for longer than the queue retries. */
export class DatabaseUnavailable extends Error {}

/** An operation took too long while the database was unreachable. It may still take effect. */
export class GuardTimeout extends DatabaseUnavailable {}

/** The same `Idempotency-Key` came with a different request. */
export class IdempotencyMismatch extends Error {}

/** It is unknown whether the command was recorded. It must not run again; the client can look it up. */
export class OutcomeUnknown extends Error {}
