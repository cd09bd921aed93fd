import { plain } from '../imports/plain.ts'

/** Returns the words of a name. Banks write `MUELLER` for Müller, so that `ue` and `u` are the same. */
const wordsOf = (text: string): readonly string[] =>
  plain(text)
    .replaceAll(/([aou])e/g, '$1')
    .split(' ')

/** First names that stand for each other. */
const SHORT_NAMES = [
  'william bill billy will liam',
  'robert bob bobby rob robbie',
  'richard rick dick rich ricky',
  'james jim jimmy jamie',
  'john jack johnny jon jonathan',
  'michael mike mick',
  'elizabeth liz beth betsy lisa eliza',
  'margaret maggie meg peggy',
  'katherine catherine kate kathy katie cathy',
  'edward ed eddie ted ned',
  'charles charlie chuck',
  'thomas tom tommy',
  'joseph joe joey',
  'anthony tony',
  'susan sue susie',
  'patricia pat patty trish',
  'johannes hans hannes',
  'francisco paco pancho',
  'jose pepe',
].map((names) => new Set(wordsOf(names)))

interface Person {
  readonly id: number
  readonly words: readonly string[]
}

/** Who a text may name: `same` have all words of their name in it, in any order; `alike` an initial, a short name, or a part of it. */
interface NamedPeople {
  readonly same: readonly number[]
  readonly alike: readonly number[]
}

/** Returns a function that finds the people whom a text of a statement names. */
export function payerNames(names: Iterable<readonly [number, string]>): (payer: string | null, text: string) => NamedPeople {
  const byWord = new Map<string, Person[]>()
  for (const [id, name] of names) {
    const words = wordsOf(name)
    const person = { id, words }
    for (const word of new Set(words)) if (word !== '') byWord.set(word, [...(byWord.get(word) ?? []), person])
  }
  return (payer, text) => {
    const words = wordsOf(payer ?? text)
    const from = payer === null ? wordsOf(afterFrom(text)) : words
    const found = new Set(words)
    const candidates = [...new Set(words.flatMap((word) => byWord.get(word) ?? []))]
    const isSame = (person: Person) =>
      person.words.every((word) => found.has(word)) && (person.words.length > 1 || found.size === 1)
    const same = candidates.filter(isSame)
    const alike = same.length > 0 ? [] : candidates.filter((person) => isAlike(person, from))
    return { same: same.map(({ id }) => id), alike: alike.map(({ id }) => id) }
  }
}

/** What follows “from” in the description of a bank without a column for the payer. */
const afterFrom = (text: string): string => /\b(?:from|von|de|auftraggeber:?)\s+(.+)/i.exec(text)?.[1] ?? text

function isAlike({ words: own }: Person, words: readonly string[]): boolean {
  const [first, last] = [own[0], own.at(-1)]
  if (first === undefined || last === undefined || own.length < 2) return false
  const others = (word: string) => words.filter((other) => other !== word)
  if (words.includes(last)) return others(last).some((word) => isFirstName(word, first))
  return words.includes(first) && others(first).some((word) => word === last[0])
}

function isFirstName(word: string, first: string): boolean {
  if (word === '' || word === first || word === first[0]) return word !== ''
  if (word.length >= 3 && first.length >= 3 && (word.startsWith(first) || first.startsWith(word))) return true
  return SHORT_NAMES.some((names) => names.has(word) && names.has(first))
}
