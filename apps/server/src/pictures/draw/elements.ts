/** An element of a picture, as satori takes it. */
export interface Element {
  readonly type: string
  readonly key: null
  readonly props: Readonly<Record<string, unknown>> & { readonly children?: Child | readonly Child[] }
}

export type Child = Element | string | null
export type Style = Readonly<Record<string, string | number>>

/** A box whose children are in a row. */
export const row = (style: Style, ...children: readonly Child[]): Element => box('row', style, children)

/** A box whose children are below each other. */
export const column = (style: Style, ...children: readonly Child[]): Element => box('column', style, children)

function box(flexDirection: 'row' | 'column', style: Style, children: readonly Child[]): Element {
  return {
    type: 'div',
    key: null,
    props: {
      style: { display: 'flex', boxSizing: 'border-box', flexDirection, ...style },
      children: children.filter((one) => one !== null),
    },
  }
}

/** A text in one style. Without `lineClamp` it has one line, which ends with an ellipsis where it does not fit. */
export function text(style: Style, content: string): Element {
  const lines = 'lineClamp' in style ? { display: 'block' } : { display: 'block', whiteSpace: 'nowrap', textOverflow: 'ellipsis' }
  return { type: 'div', key: null, props: { style: { overflow: 'hidden', ...lines, ...style }, children: content } }
}

/** A square image. */
export const image = (src: string, size: number): Element => ({
  type: 'img',
  key: null,
  props: { src, width: size, height: size, style: { width: size, height: size, objectFit: 'contain', flexShrink: 0 } },
})

/** A drawing. */
export const svg = (width: number, height: number, children: readonly Element[]): Element => ({
  type: 'svg',
  key: null,
  props: { width, height, viewBox: `0 0 ${width} ${height}`, children },
})

export const path = (props: Readonly<Record<string, string | number>>): Element => ({ type: 'path', key: null, props })
