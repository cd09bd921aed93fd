import Bowser from 'bowser'

const UNKNOWN = 'Unknown device'
/** Longer headers do not come from browsers. */
const MAX_LENGTH = 400

/** Returns the browser and the system that a `User-Agent` header names, such as `Firefox on Windows`. */
export function deviceText(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '' || userAgent.length > MAX_LENGTH) return UNKNOWN
  const { browser, os, platform } = Bowser.parse(userAgent)
  const system = platform.model === 'iPhone' || platform.model === 'iPad' ? platform.model : os.name
  if (browser.name === undefined || browser.name === '') return system ?? UNKNOWN
  return system === undefined || system === '' ? browser.name : `${browser.name} on ${system}`
}
