/** The club's crest, for browsers that load no schemas. */

/** The width and height of the crest's images, in pixels: for the page, for icons of phones, and for large screens. */
export const CREST_SIZES = [64, 192, 512] as const
export type CrestSize = (typeof CREST_SIZES)[number]

/** The largest file that can be uploaded as the crest, in kB (1,000 bytes). */
export const MAX_CREST_KB = 200
export const CREST_TOO_LARGE = `The crest can be ${MAX_CREST_KB} kB at most`

/** Returns the address of the crest in one size, which never changes its content. */
export const crestAddress = (crest: string, size: CrestSize): string => `/api/club/crest/${crest}/${size}`
