/** The device's clock, in milliseconds of Unix time. Only to measure with: what the rules go by is the site's (`site-clock.ts`). */
export const deviceNow = (): number => Date.now()
