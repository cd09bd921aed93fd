import { contrastRatio } from './contrast.ts'

/** The colors of the app's accent in one theme, by the names of tokens.css. */
interface Accent {
  readonly accent: string
  readonly 'accent-hover': string
  readonly 'accent-surface': string
  readonly 'accent-text': string
  readonly 'on-accent': string
  readonly focus: string
}

type Oklch = readonly [lightness: number, chroma: number, hue: number]

/** What an accent must be readable on: the surfaces of tokens.css, the page's first. */
export const SURFACES = {
  light: ['#f7f6f2', '#ffffff', '#eeece5', '#f1efe9'],
  dark: ['#111417', '#1a1e22', '#0b0d0f', '#22272c'],
} as const
/** The lightness and the highest chroma of the accent's own tint, on which text stays readable. */
const TINT = { light: [0.945, 0.03], dark: [0.285, 0.045] } as const
const ON_ACCENT = { light: '#ffffff', dark: '#0b0f14' } as const

/** A little above 4.5, the lowest contrast of text, so that rounding cannot fall below it. */
const MIN_CONTRAST = 4.6
const HOVER_STEP = 0.09

/**
 * Derives the app's accent from the club's color (`#rrggbb`): its hue stays, and its lightness moves just as far as text needs for
 * a contrast of 4.5 in each theme.
 */
export function clubAccent(color: string): { readonly light: Accent; readonly dark: Accent } {
  return { light: accentIn('light', color), dark: accentIn('dark', color) }
}

function accentIn(theme: 'light' | 'dark', color: string): Accent {
  const [lightness, chroma, hue] = toOklch(color)
  const [tintLightness, tintChroma] = TINT[theme]
  const tint = toHex([tintLightness, Math.min(chroma, tintChroma), hue])
  const backgrounds = [...SURFACES[theme], tint]
  const isReadable = (candidate: string) => backgrounds.every((one) => contrastRatio(candidate, one) >= MIN_CONTRAST)
  const step = theme === 'light' ? -0.01 : 0.01
  let at = lightness
  let accent = color
  while (!isReadable(accent) && at + step >= 0 && at + step <= 1) {
    at += step
    accent = toHex([at, chroma, hue])
  }
  const hover = toHex([clamp(at + HOVER_STEP * Math.sign(step)), chroma, hue])
  return {
    accent,
    'accent-hover': hover,
    'accent-surface': tint,
    'accent-text': accent,
    'on-accent': ON_ACCENT[theme],
    focus: accent,
  }
}

/** Returns the declarations that replace the accent of tokens.css. */
export function accentDeclarations(color: string): string {
  const { light, dark } = clubAccent(color)
  const names = Object.keys(light) as (keyof Accent)[]
  return names.map((name) => `--${name}: light-dark(${light[name]}, ${dark[name]})`).join('; ')
}

// Conversions between sRGB and OKLCH, in which lightness and hue are those that people see (Björn Ottosson, "A perceptual color
// space for image processing", 2020; the matrices are those of CSS Color 4).

function toOklch(color: string): Oklch {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => linear(parseInt(color.slice(at, at + 2), 16) / 255))
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [lightness, Math.hypot(x, y), Math.atan2(y, x)]
}

/** Returns the nearest color that a screen can show: the chroma shrinks until all channels fit. */
function toHex([lightness, chroma, hue]: Oklch): string {
  for (let reduced = chroma; reduced > 0.0005; reduced *= 0.97) {
    const channels = toChannels([lightness, reduced, hue])
    if (channels.every((channel) => channel >= -0.0005 && channel <= 1.0005)) return hexOf(channels)
  }
  return hexOf(toChannels([lightness, 0, hue]))
}

function toChannels([lightness, chroma, hue]: Oklch): readonly number[] {
  const [x, y] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * x + 0.2158037573 * y) ** 3
  const m = (lightness - 0.1055613458 * x - 0.0638541728 * y) ** 3
  const s = (lightness - 0.0894841775 * x - 1.291485548 * y) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map(gamma)
}

const hexOf = (channels: readonly number[]): string =>
  `#${channels
    .map((channel) =>
      Math.round(clamp(channel) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const clamp = (value: number): number => Math.min(1, Math.max(0, value))
const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
const gamma = (channel: number) => (channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055)
