import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'

/** A fenced code block of a page of the documentation. */
export interface PageBlock {
  /** `docs/api.md:12` */
  readonly place: string
  readonly language: string
  readonly text: string
  /** Why tests do not run it, from `<!-- not run: … -->` before it. */
  readonly notRun: string | undefined
  /** What it prints, from a block after `<!-- output -->`. `…` stands for anything in a line, a line of it for any lines. */
  readonly output: string | undefined
  /** What a program that goes on running must print first, from `<!-- runs until stopped, after: … -->` before it. */
  readonly readyText: string | undefined
}

/** Returns the blocks of a page. The outputs belong to the blocks before them. */
export function blocksOf(page: string): readonly PageBlock[] {
  const lines = readFileSync(join(root, page), 'utf8').split('\n')
  const blocks: PageBlock[] = []
  for (let i = 0; i < lines.length; i += 1) {
    const language = /^```(\w*)$/.exec(lines[i] ?? '')?.[1]
    if (language === undefined) continue
    const end = lines.indexOf('```', i + 1)
    const text = `${lines.slice(i + 1, end).join('\n')}\n`
    const mark = lines.slice(0, i).findLast((line) => line !== '') ?? ''
    const previous = blocks.at(-1)
    if (mark === '<!-- output -->' && previous !== undefined) blocks[blocks.length - 1] = { ...previous, output: text }
    else {
      const notRun = /^<!-- not run: (.+) -->$/.exec(mark)?.[1]
      const readyText = /^<!-- runs until stopped, after: (.+) -->$/.exec(mark)?.[1]
      blocks.push({ place: `${page}:${i + 1}`, language, text, notRun, output: undefined, readyText })
    }
    i = end
  }
  return blocks
}

/** Returns the blocks of a page that must run. */
export function blocksToRun(page: string): readonly PageBlock[] {
  return blocksOf(page).filter(({ notRun }) => notRun === undefined)
}

/** Returns a pattern for the output that a page shows. */
export function outputPattern(shown: string): RegExp {
  const lines = shown.trimEnd().split('\n')
  const parts = lines.map((line) =>
    line === '…'
      ? String.raw`[\s\S]*`
      : line
          .split('…')
          .map((piece) => RegExp.escape(piece))
          .join('.*'),
  )
  return new RegExp(`^${parts.join('\n')}$`)
}
