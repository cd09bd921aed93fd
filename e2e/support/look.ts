/** A screen and a colour scheme. */
export interface Look {
  /** e.g. `phone, dark`. */
  readonly name: string
  readonly screen: 'phone' | 'desktop'
  readonly colorScheme: 'light' | 'dark'
  readonly viewport: { readonly width: number; readonly height: number }
}

const SCREENS = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 900 } } as const

/** Every screen in every colour scheme. */
export const LOOKS: readonly Look[] = (['phone', 'desktop'] as const).flatMap((screen) =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    name: `${screen}, ${colorScheme}`,
    screen,
    colorScheme,
    viewport: SCREENS[screen],
  })),
)

/** What a browser context needs to have a look. */
export function contextOf({ screen, colorScheme, viewport }: Look) {
  return { viewport, colorScheme, hasTouch: screen === 'phone' }
}
