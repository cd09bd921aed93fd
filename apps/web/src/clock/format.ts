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

/** `Sun, Nov 22, 12:00 PM EST`, in Eastern time. The league and all locks use Eastern time. */
export const easternTime = (iso: string): string => format(iso, { ...LONG, timeZone: EASTERN, timeZoneName: 'short' })

/** The same instant in the viewer's time zone; undefined when it reads the same in Eastern time. */
export function localTime(iso: string): string | undefined {
  const local = format(iso, LONG)
  return local === format(iso, { ...LONG, timeZone: EASTERN }) ? undefined : format(iso, { ...LONG, timeZoneName: 'short' })
}

/** `Sun, Nov 22, 9:00 AM your time · 12:00 PM ET`: the viewer's time first, then Eastern time if it differs. */
export function ownTimeFirst(iso: string): string {
  const eastern = `${easternTimeOfDay(iso)} ET`
  if (localTime(iso) === undefined) return `${easternDay(iso)}, ${eastern}`
  const isSameDay = format(iso, { day: 'numeric' }) === format(iso, { day: 'numeric', timeZone: EASTERN })
  return `${format(iso, LONG)} your time · ${isSameDay ? eastern : `${easternDay(iso)}, ${eastern}`}`
}

const TO_THE_SECOND: Intl.DateTimeFormatOptions = {
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
}

/** `Nov 22, 2026, 12:00:05 PM EST`, in the viewer's time zone. */
export const preciseTime = (iso: string): string =>
  format(iso, { year: 'numeric', month: 'short', day: 'numeric', ...TO_THE_SECOND })

/** `12:00:05 PM EST`, in the viewer's time zone. */
export const timeOfDay = (iso: string): string => format(iso, TO_THE_SECOND)

/** `Sun, Nov 22`, in Eastern time. */
export const easternDay = (iso: string): string =>
  format(iso, { weekday: 'short', month: 'short', day: 'numeric', timeZone: EASTERN })

/** `Sunday`, in Eastern time. */
export const easternWeekday = (iso: string): string => format(iso, { weekday: 'long', timeZone: EASTERN })

/** `1:00 PM`, in Eastern time. */
export const easternTimeOfDay = (iso: string): string => format(iso, { hour: 'numeric', minute: '2-digit', timeZone: EASTERN })

/** `Sun, Nov 22, 1:00 PM ET`, or only the day while the time is unknown. */
export const easternKickoff = (iso: string, isTimeKnown: boolean): string =>
  isTimeKnown ? `${easternDay(iso)}, ${easternTimeOfDay(iso)} ET` : easternDay(iso)
