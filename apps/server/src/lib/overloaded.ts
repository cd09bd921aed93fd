/** Too much work is waiting already, or the server is shutting down. The client should retry later. */
export class Overloaded extends Error {}
