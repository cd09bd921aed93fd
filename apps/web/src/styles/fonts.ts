import barlow600 from '@fontsource/barlow-condensed/files/barlow-condensed-latin-600-normal.woff2?url'
import barlow700 from '@fontsource/barlow-condensed/files/barlow-condensed-latin-700-normal.woff2?url'
import figtreeExt from '@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2?url'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'

const LATIN =
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, ' +
  'U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD'
const LATIN_EXT =
  'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, ' +
  'U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF'

/** A text is shown at once in a local face of the same width (fonts.css), and then in its own. */
const face = (family: string, url: string, weight: string, unicodeRange: string): FontFace =>
  new FontFace(family, `url(${url})`, { weight, unicodeRange, display: 'swap' })

/** Adds the two faces, and loads what every screen shows of them. The television's weight and the extended letters load when a text has them. */
export function addFonts(): void {
  const ofEveryScreen = [face('Figtree', figtree, '300 900', LATIN), face('Barlow Condensed', barlow700, '700', LATIN)]
  const ofSome = [face('Barlow Condensed', barlow600, '600', LATIN), face('Figtree', figtreeExt, '300 900', LATIN_EXT)]
  for (const added of [...ofEveryScreen, ...ofSome]) document.fonts.add(added)
  for (const loaded of ofEveryScreen) loaded.load().catch(() => {})
}
