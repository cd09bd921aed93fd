/** Formats instants, which the API sends as ISO 8601 text in UTC. */
const EASTERN = 'America/New_York'
const LONG: Intl.DateTimeFormatOptions = { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }

const formats = new Map<string, Intl.DateTimeFormat>()

function format(iso: string, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options)
  const formatter = formats.get(key) ?? new Intl.DateTimeFormat('en-US', options)
  formats.set(key, formatter)
  return formatter.format(Date.parse(iso))
}

/** `12:00 PM`, in Eastern time, for a place whose heading names the zone. */
export const easternClock = (iso: string): string => format(iso, { hour: 'numeric', minute: '2-digit', timeZone: EASTERN })

/** `1:00 PM ET`. */
export const easternTimeOfDay = (iso: string): string => `${easternClock(iso)} ET`

/** `Sun, Nov 22`, in Eastern time. */
export const easternDay = (iso: string): string =>
  format(iso, { weekday: 'short', month: 'short', day: 'numeric', timeZone: EASTERN })

/** `Sunday`, in Eastern time. */
export const easternWeekday = (iso: string): string => format(iso, { weekday: 'long', timeZone: EASTERN })

/** `Sun, Nov 22, 12:00 PM ET`: the pool's clock. The league and all locks use Eastern time. */
export const easternTime = (iso: string): string => `${easternDay(iso)}, ${easternTimeOfDay(iso)}`

/** `Sun, Nov 22, 1:00 PM ET`, or only the day while the time is unknown. */
export const easternKickoff = (iso: string, isTimeKnown: boolean): string => (isTimeKnown ? easternTime(iso) : easternDay(iso))

/** `3:58` by the viewer's clock, for a list whose order says the rest, or the weekday if that is not the one of `now`: `Thu`. */
export function briefTime(iso: string, now: number): string {
  const weekday = format(iso, { weekday: 'short' })
  if (weekday !== format(new Date(now).toISOString(), { weekday: 'short' })) return weekday
  return format(iso, { hour: 'numeric', minute: '2-digit' }).replace(/\s[AP]M$/u, '')
}

/** Whether the viewer's clock shows the same as the pool's. */
const isOwnEastern = (iso: string): boolean => format(iso, LONG) === format(iso, { ...LONG, timeZone: EASTERN })

/** `Sun, Nov 22, 9:00 AM your time · 12:00 PM ET`: the viewer's time first, then Eastern time if it differs. */
export function ownTimeFirst(iso: string): string {
  if (isOwnEastern(iso)) return easternTime(iso)
  const isSameDay = format(iso, { day: 'numeric' }) === format(iso, { day: 'numeric', timeZone: EASTERN })
  return `${format(iso, LONG)} your time · ${isSameDay ? easternTimeOfDay(iso) : easternTime(iso)}`
}

const TO_THE_SECOND: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', second: '2-digit' }

const ownTime = (iso: string, options: Intl.DateTimeFormatOptions): string =>
  `${format(iso, options)} ${isOwnEastern(iso) ? 'ET' : 'your time'}`

/** `Sun, Nov 22, 2026, 9:00 AM your time`, with ET where that is the same. */
export const ownDayTime = (iso: string): string => ownTime(iso, { ...LONG, year: 'numeric' })

/** `Nov 22, 2026, 9:00:05 AM your time`, with ET where that is the same. */
export const preciseTime = (iso: string): string =>
  ownTime(iso, { year: 'numeric', month: 'short', day: 'numeric', ...TO_THE_SECOND })

/** `9:00:05 AM your time`, with ET where that is the same. */
export const timeOfDay = (iso: string): string => ownTime(iso, TO_THE_SECOND)
