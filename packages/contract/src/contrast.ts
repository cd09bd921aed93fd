/** How readable text is on a color, by WCAG 2.2. */

/** The lowest contrast ratio of text that WCAG 2.2 AA allows. */
const MIN_CONTRAST = 4.5

/** Returns the contrast ratio of two `#rrggbb` colors, from 1 to 21 (WCAG 2.2). */
export function contrastRatio(color: string, other: string): number {
  const luminances = [luminanceOf(color), luminanceOf(other)]
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05)
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linearize(parseInt(color.slice(at, at + 2), 16) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linearize = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

/** Returns `preferred` when it is readable on the background, else white or black, whichever has more contrast. */
export function readableTextColor(background: string, preferred: string): string {
  if (contrastRatio(background, preferred) >= MIN_CONTRAST) return preferred
  return contrastRatio(background, '#ffffff') >= contrastRatio(background, '#000000') ? '#ffffff' : '#000000'
}
