/** Words for instants. Everything comes as ISO 8601 UTC text, as the API sends it. */
const EASTERN = 'America/New_York'
const LONG: Intl.DateTimeFormatOptions = { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }

const formats = new Map<string, Intl.DateTimeFormat>()

function format(iso: string, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options)
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en-US', options)
  formats.set(key, known)
  return known.format(Date.parse(iso))
}

/** `Sun, Nov 22, 12:00 PM EST`: the zone the league and the locks go by (pool.md §2). */
export const easternTime = (iso: string): string => format(iso, { ...LONG, timeZone: EASTERN, timeZoneName: 'short' })

/** The same instant where the viewer is; undefined when that is what the Eastern time already says. */
export function localTime(iso: string): string | undefined {
  const here = format(iso, LONG)
  return here === format(iso, { ...LONG, timeZone: EASTERN }) ? undefined : format(iso, { ...LONG, timeZoneName: 'short' })
}

/** `Nov 22, 2026, 12:00:05 PM`: a moment of the record, where the viewer is. */
export const preciseTime = (iso: string): string =>
  format(iso, { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', second: '2-digit' })

/** `12:00:05 PM`, where the viewer is. */
export const timeOfDay = (iso: string): string => format(iso, { hour: 'numeric', minute: '2-digit', second: '2-digit' })

/** `Sun, Nov 22`, in the league's zone. */
export const easternDay = (iso: string): string =>
  format(iso, { weekday: 'short', month: 'short', day: 'numeric', timeZone: EASTERN })

/** `1:00 PM`, in the league's zone. */
export const easternTimeOfDay = (iso: string): string => format(iso, { hour: 'numeric', minute: '2-digit', timeZone: EASTERN })

/** `Sun, Nov 22, 1:00 PM ET`, or the day alone of a game whose time is not set. */
export const easternKickoff = (iso: string, isTimeKnown: boolean): string =>
  isTimeKnown ? `${easternDay(iso)}, ${easternTimeOfDay(iso)} ET` : easternDay(iso)
