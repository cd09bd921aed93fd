const offset = 12 - new Date().getUTCHours()

/** A time zone in which it is about noon, so that quiet hours delay nothing. The same in all pools that a test compares. */
export const ZONE_AT_NOON = `Etc/GMT${offset > 0 ? `-${offset}` : `+${-offset}`}`
