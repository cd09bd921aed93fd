import { expect, test } from 'vitest'
import { strayClasses } from './style-classes.mjs'

const SOURCES = {
  'styles/shared.css': '.note {\n  color: var(--text-muted);\n}\n',
  'ui/card.module.css': `/* .not-a-class */\n@media (width >= 10.5px) {\n  .card:has(.title),\n  .card[data-x='.no'] {\n    gap: 0.5em;\n  }\n}\n`,
  'ui/card.tsx': `import styles from './card.module.css'\nconst Card = () => <p className={styles.card}><b className={styles.title} /><i className="note" /></p>\n`,
}

const strays = (change: Record<string, string>) => strayClasses(new Map(Object.entries({ ...SOURCES, ...change })))

test('strayClasses finds nothing where style sheets and components know the same classes', () => {
  expect(strays({})).toEqual([])
})

test('strayClasses names a class that no component uses, and one that no style sheet has', () => {
  expect(strays({ 'ui/card.module.css': '.card,\n.old {\n  gap: 0;\n}\n' })).toEqual([
    'ui/card.module.css: no component uses .old',
    'ui/card.module.css: a component uses .title, which is not there',
  ])
  expect(strays({ 'styles/shared.css': '.hint {\n  gap: 0;\n}\n' })).toEqual([
    'styles/shared.css: no component uses .hint',
    'styles/shared.css: a component uses .note, which is not there',
  ])
})
