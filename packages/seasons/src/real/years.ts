/** The seasons that ship with the product. */
export const REAL_SEASONS = [2021, 2022, 2025] as const
export type RealSeasonYear = (typeof REAL_SEASONS)[number]
