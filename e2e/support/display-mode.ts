/** A screen size and a color scheme. */
export interface DisplayMode {
  /** For example `phone, dark`. */
  readonly name: string
  readonly screen: 'phone' | 'desktop'
  readonly colorScheme: 'light' | 'dark'
  readonly viewport: { readonly width: number; readonly height: number }
}

const VIEWPORTS = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 900 } } as const

/** Both screen sizes in both color schemes. */
export const DISPLAY_MODES: readonly DisplayMode[] = (['phone', 'desktop'] as const).flatMap((screen) =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    name: `${screen}, ${colorScheme}`,
    screen,
    colorScheme,
    viewport: VIEWPORTS[screen],
  })),
)

/** Both screen sizes in light mode. The check of accessibility switches to dark mode where colors matter. */
export const SCREENS = DISPLAY_MODES.filter(({ colorScheme }) => colorScheme === 'light')

/** Returns the options of a browser context for a display mode. */
export function contextOptions({ screen, colorScheme, viewport }: DisplayMode) {
  return { viewport, colorScheme, hasTouch: screen === 'phone' }
}
