/** Whether an `If-None-Match` names a tag: weakly, as RFC 9110 §13.1.2 has it for reads. */
export function isHeld(ifNoneMatch: string | undefined, tag: string | number): boolean {
  if (ifNoneMatch === undefined) return false
  const wanted = `"${tag}"`
  return ifNoneMatch.split(',').some((part) => {
    const one = part.trim()
    return one === '*' || one === wanted || one === `W/${wanted}`
  })
}
