/**
 * Puts text on the clipboard.
 * @throws Error when the browser does not let us
 */
export async function copyText(text: string): Promise<void> {
  // Browsers hide the clipboard from pages that came over plain http, as a club's own network may have it.
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('readonly', '')
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (!copied) throw new Error('The browser did not copy')
}
