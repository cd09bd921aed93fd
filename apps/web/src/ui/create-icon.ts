import { createElement, type ReactNode, type SVGProps } from 'react'

interface IconData {
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]
}

interface IconProps extends SVGProps<SVGSVGElement> {
  readonly size?: number
}

/**
 * Makes an icon of lucide-react. The build uses it instead of that package's own function (vite.config.ts), whose options the app
 * does not use and which takes more bytes than the icons of the first view.
 * @public
 */
export default function createIcon({ node }: IconData) {
  return function Icon({ size = 24, ...props }: IconProps): ReactNode {
    const stroke = { stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' } as const
    const isHidden = props['aria-label'] === undefined
    const parts = node.map(([tag, attributes]) => createElement(tag, attributes))
    return createElement(
      'svg',
      { width: size, height: size, viewBox: '0 0 24 24', fill: 'none', 'aria-hidden': isHidden, ...stroke, ...props },
      parts,
    )
  }
}
