import { type Matrix, matrixOf } from '@outlast/views/matrix'
import type { SeasonView } from '@outlast/contract/live/wire'

/** Returns the matrix of a season. In one without weeks and without eliminations nobody has lives yet. */
export function seasonMatrix(season: SeasonView): Matrix {
  const matrix = matrixOf(season)
  const hasBegun = matrix.weeks.length > 0 || matrix.entries.some((entry) => entry.is_eliminated)
  return hasBegun ? matrix : { ...matrix, entries: matrix.entries.map((entry) => ({ ...entry, lives_left: null })) }
}
