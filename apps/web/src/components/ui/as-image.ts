/** Props of something drawn with text and shapes that is to be read as one name. An `<img>` cannot hold what it is made of. */
export function asImage(label: string) {
  return { role: 'img', 'aria-label': label } as const
}
