/**
 * Compares two versions such as `1.0.0` and `1.0.0-rc.1`: a preview comes before its release. Returns a negative number if the first is the
 * older one.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parse(a), parse(b)]
  const at = left.numbers.findIndex((number, index) => number !== right.numbers[index])
  if (at >= 0) return (left.numbers[at] ?? 0) - (right.numbers[at] ?? 0)
  if (left.preview === right.preview) return 0
  if (left.preview === '' || right.preview === '') return left.preview === '' ? 1 : -1
  return left.preview.localeCompare(right.preview, 'en', { numeric: true })
}

function parse(version: string): { readonly numbers: readonly number[]; readonly preview: string } {
  const [, numbers = '', preview = ''] = /^(\d+\.\d+\.\d+)(?:-(.+))?$/.exec(version) ?? []
  if (numbers === '') throw new Error(`${version} is not a version such as 1.0.0 or 1.0.0-rc.1`)
  return { numbers: numbers.split('.').map(Number), preview }
}
