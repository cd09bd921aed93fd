// The numbers of all advisory locks. They must differ, and stay: processes of two versions may run at the same time.

/** Serializes appends to the log. */
export const APPEND_LOCK = 7_108_271
/** One process makes the tables for readers of SQL. */
export const REBUILD_LOCK = 7_108_273
/** The processes of a pool, which may share a data folder, write signed heads one after the other. */
export const SIGN_LOCK = 7_108_274
/** One process upgrades the database. */
export const UPGRADE_LOCK = 7_108_276
/** The process that holds it is the leader: the ASCII codes of `OUTL`, and a number. */
export const LEADER_LOCK = [0x4f55544c, 1] as const
