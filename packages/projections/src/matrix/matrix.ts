import { type Matrix, matrixOf } from '@outlast/views/matrix'
import { seasonView } from '../season/season-view.ts'
import type { Source } from '../source.ts'

/** Returns the matrix of a season. In one without weeks and without eliminations nobody has lives yet. */
export function seasonMatrix(source: Source, seasonYear: number): Matrix {
  const matrix = matrixOf(seasonView(source, seasonYear))
  const hasBegun = matrix.weeks.length > 0 || matrix.entries.some((entry) => entry.is_eliminated)
  return hasBegun ? matrix : { ...matrix, entries: matrix.entries.map((entry) => ({ ...entry, lives_left: null })) }
}
